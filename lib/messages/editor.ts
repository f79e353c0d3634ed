// Messages between the extension of VS Code and the panel in its editor.

/** From the extension: the file, then each part that is appended to it. */
export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type FromEditor =
  /** The panel waits for the file. */
  { readonly kind: 'ready' } | { readonly kind: 'save'; readonly name: string; readonly bytes: ArrayBuffer };
