// Server-sent events as the client splits them: at LF LF only. To it, frames that end with CR LF or CR are segments
// of one long frame, which it reads when the body ends: a single event is accepted then, several are invalid JSON.
import type { ClientDraft } from '@/lib/client/client-node';
import type { Violation } from '@/lib/client/verdict';
import type { LoggedEvent } from '@/lib/log/types';

/** Frames that a client takes for a single one. */
interface Held {
  readonly first: LoggedEvent;
  readonly second?: LoggedEvent;
}

const ENDS_WITH_CR = /\r\n\r\n$|\r\r$/;

/** Whether the client waits for the end of the body before it reads an event. */
export function isHeldBack({ held }: ClientDraft, { raw, stream, binary }: LoggedEvent): boolean {
  if (held !== undefined) return true;
  // Fast path: true for nearly every frame.
  if (binary || raw.endsWith('\n\n') || stream.framing !== 'sse') return false;
  return stream.transport !== 'event-source' && ENDS_WITH_CR.test(raw);
}

/** Records an event that the client has not read yet. */
export function holdBack(node: ClientDraft, logged: LoggedEvent): void {
  if (node.held === undefined) node.held = { first: logged };
  else node.held = { first: node.held.first, second: node.held.second ?? logged };
}

/** The payload of a frame, as the client reads it. */
function dataOf(frame: string): string {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

/** Why the client fails at the end of the body; undefined if it holds a single event, which is accepted. */
export function heldViolation({ first, second }: Held): Violation | undefined {
  if (second === undefined) return undefined;
  try {
    JSON.parse(dataOf(first.raw + second.raw));
    return undefined;
  } catch (error) {
    // The error is in the first two events; what follows makes no difference.
    return { check: 'unreadable-frame', text: error instanceof Error ? error.message : String(error) };
  }
}
