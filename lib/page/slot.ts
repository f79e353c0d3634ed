// Slot in the page script for the director of an armed tab, which handles calls before the browser does. While it is
// empty, taps work as without it. The bridge asks for the slot over the private channel; it is handed to scripts of
// this document. A page that takes it can change only what it could replace anyway, and its own records.
import type { CloseHow } from '../messages/records';
import type { DirectedFacts, RequestFacts } from './candidates';
import { createNotes } from './natives';
import type { Native } from './stacks';
import type { Emit, PageWindow } from './tap';

/** Event at the private channel that requests the slot, and at the document that hands it over. */
export const HANDSHAKE = 'ag-ui-lens';

/** Writes into the record of one response. */
export interface RecordWriter {
  readonly note: (text: string) => void;
  /** Ends the record; its tap does not. */
  readonly close: (how: CloseHow, code?: number) => void;
}

export interface SentXhr {
  readonly facts: RequestFacts;
  readonly xhr: XMLHttpRequest;
  /** Arguments of `open`, and then of each `setRequestHeader`. */
  readonly calls: readonly (readonly unknown[])[];
  readonly body: unknown;
  /** The tapped function. */
  readonly fetch: PageWindow['fetch'];
  /** Calls the native, later; the tap follows it. */
  readonly send: () => unknown;
}

/** A message that a page sends over a WebSocket; bytes are a copy. */
export type SentData = Uint8Array | Blob | string;

export interface DirectorSlot {
  /**
   * Responds to a call of `fetch`; `body` is that of the Request among the arguments, if it was created with a text.
   * `follow` with false leaves a response out of the records: the director reads it, and the page another one.
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
  /** Called at each event that a tap observes, with the name of the tap; true if the tap must ignore the event. */
  taken?: ((target: EventTarget, event: Event, tap: string) => boolean) | undefined;
  /** Creates an object of a class instead of the browser's; undefined for most. The object has a record of its own. */
  made?: ((tap: string, args: unknown[], newTarget: Native, emit: Emit) => object | undefined) | undefined;
  /** Called by `send` of an XMLHttpRequest; true if the native must not be called. */
  send?: ((request: SentXhr) => boolean) | undefined;
  /** Called by `send` of an open WebSocket; true if the director calls `send`, later or never. */
  sent?: ((target: unknown, data: SentData, send: (data: SentData) => unknown) => boolean) | undefined;
  /** Facts for the record of a response, by the promise of the response. */
  facts?: ((answer: object) => DirectedFacts | undefined) | undefined;
  /** Of responses and connections that are recorded. */
  readonly writers: ReturnType<typeof createNotes<RecordWriter>>;
}

// Without a prototype: properties of Object.prototype have no effect.
export const slot = { __proto__: null, writers: createNotes() } as unknown as DirectorSlot;
