// The place where a director stands while a tab is armed: it answers requests by rule, before the browser does. Empty
// otherwise, and then a tap does what it did without it. The bridge asks for the slot over the private channel; it is
// handed to scripts of this document, where a page that takes it changes only what it could have replaced anyway.
import { create } from './natives';
import type { Native } from './stacks';

/** Event at the private channel that asks for the slot, and at the document that hands it over. */
export const SEAM = 'ag-ui-lens';

/** Stand-ins for natives, by what taps observe. */
export interface DirectorSlot {
  /**
   * Answers a call of `fetch`; `body` is that of the Request among the arguments, if it was made with a text. `follow`
   * with false leaves a response out of the records: the director reads it, and the page another one.
   */
  fetch?:
    | ((
        native: Native,
        self: unknown,
        args: unknown[],
        body: string | undefined,
        follow: (response: Response, isFollowed: false) => void,
      ) => Promise<Response>)
    | undefined;
  /** Called with each response that is recorded, and with what writes a note into its record. */
  opened?: ((response: Response, write: (text: string) => void) => void) | undefined;
  /** Source of an answer that was made in place of the server's, by its promise. */
  origin?: ((answer: object) => string | undefined) | undefined;
}

export const slot: DirectorSlot = create(null);
