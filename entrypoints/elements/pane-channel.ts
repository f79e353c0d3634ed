// Messages between the pane in Elements and the panel of the same tab.

export interface PaneEntry {
  /** The last event that wrote it, after which the text is complete. */
  readonly seq: number;
  readonly label: string;
  readonly detail: string;
}

export type PaneMessage =
  /** The selection of Elements has changed. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'show'; readonly seq: number }
  /** Answer of the panel to `selected`. */
  | {
      readonly kind: 'origins';
      readonly text: string;
      readonly entries: readonly PaneEntry[];
      readonly note?: string;
    };

/** Each tab has a channel of its own. */
export function paneChannel(tab: number): BroadcastChannel {
  return new BroadcastChannel(`elements-pane-${tab}`);
}
