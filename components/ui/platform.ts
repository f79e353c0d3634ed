// What differs between operating systems.

/** Whether commands are given with ⌘, as on a Mac; there Ctrl moves and deletes in a text. */
export function isMac(): boolean {
  // Deprecated, but what replaces it is not in Firefox. Without a browser, as in a unit test, there is none.
  return globalThis.navigator?.platform?.startsWith('Mac') ?? false;
}
