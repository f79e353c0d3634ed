// Messages between the VS Code extension and the panel in its editor.

/** From the extension: the file, then each appended part. */
export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type FromEditor =
  /** Requests the file. */
  { readonly kind: 'ready' } | { readonly kind: 'save'; readonly name: string; readonly bytes: ArrayBuffer };
