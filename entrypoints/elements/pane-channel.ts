// Messages between the pane in Elements and the panel of the same tab.

export interface PaneEntry {
  /** The last event that wrote it: the text is whole then. */
  readonly seq: number;
  readonly label: string;
  readonly detail: string;
}

export type PaneMessage =
  /** The selection of Elements has changed. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'show'; readonly seq: number }
  /** The panel's answer to `selected`. */
  | {
      readonly kind: 'origins';
      readonly text: string;
      readonly entries: readonly PaneEntry[];
      readonly note?: string;
    };

/** Contexts of other tabs have channels of their own. */
export function paneChannel(tab: number): BroadcastChannel {
  return new BroadcastChannel(`elements-pane-${tab}`);
}
