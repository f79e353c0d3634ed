// Edits of single events of an answer: of a live one by a rule of the page, of a recorded one by a fault.
/** Conditions on an event; an absent one is met by every event. */
export interface EventMatch {
  /** A query of a single event, such as `type:TOOL_* tool:weather`. */
  readonly query?: string;
  /** Number of the event among those of the answer that meet the other conditions, from 1. */
  readonly nth?: number;
  /** It is a message that the page sends over a WebSocket, in place of an event of the answer. */
  readonly isSent?: boolean;
}

/** Events are JSON texts. */
export type EventEdit =
  | { readonly kind: 'drop' }
  /** It waits for a command of the user, who may edit it. `hasBackPressure`: meanwhile nothing is read from the server. */
  | { readonly kind: 'hold'; readonly hasBackPressure?: boolean }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'halve' }
  | { readonly kind: 'replace'; readonly event: string }
  | { readonly kind: 'insert'; readonly event: string; readonly isAfter: boolean }
  /** The answer ends before the event, in order or with an error of the network. */
  | { readonly kind: 'end' }
  | { readonly kind: 'break' }
  /** RUN_ERROR in its place, and the answer ends. */
  | { readonly kind: 'run-error' };

export interface EditedEvent {
  readonly texts: readonly string[];
  readonly delayMs: number;
  readonly isHalved?: boolean;
  /** The answer ends after these texts. */
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
