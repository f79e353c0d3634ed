// Edits of single events: in live responses by a page rule, in recorded ones by a fault.
/** Conditions on an event; absent ones always match. */
export interface EventMatch {
  /** A query of a single event, such as `type:TOOL_* tool:weather`. */
  readonly query?: string;
  /** Number of the event among those of the response that meet the other conditions, from 1. */
  readonly nth?: number;
  /** True for messages that the page sends over a WebSocket, instead of events of the response. */
  readonly isSent?: boolean;
}

/** Events are JSON texts. */
export type EventEdit =
  | { readonly kind: 'drop' }
  /**
   * Waits for a command of the user, who may edit the event. `hasBackPressure`: nothing is read from the server
   * meanwhile.
   */
  | { readonly kind: 'hold'; readonly hasBackPressure?: boolean }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'halve' }
  | { readonly kind: 'replace'; readonly event: string }
  | { readonly kind: 'insert'; readonly event: string; readonly isAfter: boolean }
  /** Ends the response before the event, normally or with a network error. */
  | { readonly kind: 'end' }
  | { readonly kind: 'break' }
  /** Replaces the event by RUN_ERROR, and ends the response. */
  | { readonly kind: 'run-error' };

export interface EditedEvent {
  readonly texts: readonly string[];
  readonly delayMs: number;
  readonly isHalved?: boolean;
  /** Set if the response ends after these texts. */
  readonly end?: 'complete' | 'network-error';
}

export const RUN_ERROR = '{"type":"RUN_ERROR","message":"The agent failed.","code":"what-if"}';

export function editEvent(edit: EventEdit, text: string): EditedEvent {
  const plain = (...texts: readonly string[]): EditedEvent => ({ texts, delayMs: 0 });
  switch (edit.kind) {
    case 'drop':
      return plain();
    case 'hold':
      return plain(text);
    case 'delay':
      return { texts: [text], delayMs: edit.ms };
    case 'repeat':
      return plain(text, text);
    case 'halve':
      return { ...plain(text.slice(0, Math.ceil(text.length / 2))), isHalved: true };
    case 'replace':
      return plain(edit.event);
    case 'insert':
      return edit.isAfter ? plain(text, edit.event) : plain(edit.event, text);
    case 'end':
      return { ...plain(), end: 'complete' };
    case 'break':
      return { ...plain(), end: 'network-error' };
    case 'run-error':
      return { ...plain(RUN_ERROR), end: 'complete' };
  }
}
