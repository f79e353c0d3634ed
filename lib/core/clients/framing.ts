// Server-sent events as the stock client splits them, against the standard: at LF LF only, and a line counts only if
// it begins with `data:`. Frames that end with CR LF or CR are segments of one long frame, which the client reads at
// the next LF LF or at the end of the body: a single event is accepted then, several are invalid JSON.

import { CLIENT_FRAME_MAX, NO_EVENT_TYPE, NOT_AN_OBJECT } from '@/lib/core/agui/client-limits';
import type { Violation } from '@/lib/core/clients/verdict';
import { parseOrError } from '@/lib/core/json/depth';
import { isJsonObject, type Json, stringIn } from '@/lib/core/json/json';
import type { LoggedEvent } from '@/lib/core/log/types';

export interface HeldFrame {
  readonly first: LoggedEvent;
  readonly text: string;
  readonly newest: LoggedEvent;
  /** True if the first frame alone is invalid JSON; known after the second frame. */
  readonly isFirstBroken?: boolean;
  /** Set once later frames cannot change the error. */
  readonly violation?: Violation;
}

export type Cut =
  | { readonly kind: 'event'; readonly logged: LoggedEvent }
  | { readonly kind: 'violation'; readonly violation: Violation }
  | { readonly kind: 'held'; readonly held: HeldFrame }
  /** For the client, the frame has no data. */
  | { readonly kind: 'nothing' };

const LF_LF = '\n\n';
const BOM = '\ufeff';
const ENDS_BLANK = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r(?!\n)|\n)$/;
const NOTHING: Cut = Object.freeze({ kind: 'nothing' });

export function payloadOf(frame: string): string | undefined {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

function unreadable(text: string): Violation {
  return { check: 'unreadable-frame', text };
}

/** The event as on the wire, which the client gets. */
function asRead(logged: LoggedEvent, value: Json): LoggedEvent {
  const { event: _event, original: _original, ...facts } = logged;
  const type = stringIn(value, 'type') ?? '';
  const raw = `data: ${JSON.stringify(value)}${LF_LF}`;
  if (isJsonObject(value) && type !== '') {
    return { ...facts, raw, type, event: value, original: value, problems: [] };
  }
  const clientText = isJsonObject(value) ? NO_EVENT_TYPE : NOT_AN_OBJECT;
  const event = isJsonObject(value) && { event: value };
  return { ...facts, raw, type, ...event, problems: [{ code: 'shape', message: clientText, clientText }] };
}

function readWhole(logged: LoggedEvent, text: string): Cut {
  const data = payloadOf(text);
  if (data === undefined) return NOTHING;
  const read = parseOrError(data);
  if ('error' in read) return { kind: 'violation', violation: unreadable(read.error) };
  return { kind: 'event', logged: asRead(logged, read.value) };
}

function isBroken(first: LoggedEvent): boolean {
  return 'error' in parseOrError(payloadOf(bare(first)) ?? '');
}

/** After a complete JSON text, further text is always the same error. */
function lasting(isFirstBroken: boolean, text: string): Violation | undefined {
  if (isFirstBroken && text.length <= CLIENT_FRAME_MAX) return undefined;
  const read = parseOrError(payloadOf(text) ?? '');
  return 'error' in read ? unreadable(read.error) : undefined;
}

// A byte order mark is ignored only at the beginning of a body.
function bare({ raw, problems }: LoggedEvent): string {
  return raw.startsWith(BOM) && problems[0]?.code !== 'framing' ? raw.slice(1) : raw;
}

function grown(held: HeldFrame | undefined, logged: LoggedEvent): HeldFrame {
  if (held === undefined) return { first: logged, newest: logged, text: bare(logged) };
  if (held.violation !== undefined) return { ...held, newest: logged };
  const { first } = held;
  const text = held.text + bare(logged);
  // Computed once: the frame may be large, and many may follow.
  const isFirstBroken = held.isFirstBroken ?? isBroken(first);
  const violation = lasting(isFirstBroken, text);
  if (violation === undefined) return { first, newest: logged, text, isFirstBroken };
  return { first, newest: logged, text: '', violation };
}

/** The client's result for held frames, at a blank line or at the orderly end of the body. */
export function release({ first, text, violation }: HeldFrame, logged: LoggedEvent = first): Cut {
  return violation === undefined ? readWhole(logged, text) : { kind: 'violation', violation };
}

/** True for an envelope on the wire: a client of JSON-RPC opens its own, and a file may have added others. */
function isSentWrapped({ raw, isWrapped, stream: { transport, dialect } }: LoggedEvent): boolean {
  if (!isWrapped) return false;
  return (
    transport === 'fetch' || (transport === 'file' && dialect === 'envelope' && !raw.includes('"jsonrpc"'))
  );
}

/** True if the client reads a frame that ends with LF LF like the log does. */
function isOrdinary(logged: LoggedEvent): boolean {
  const { raw, problems } = logged;
  if (raw.includes('\r') || isSentWrapped(logged)) return false;
  return problems.length === 0 || (problems[0]?.code !== 'framing' && /^data:/m.test(raw));
}

/** The frame that ends before another one: a blank line may arrive without a frame. */
export function cutBefore(held: HeldFrame, { raw }: LoggedEvent): Cut | undefined {
  const end = (held.newest.raw.slice(-1) + raw).indexOf(LF_LF);
  return end !== -1 && end < raw.length - 1 ? release(held) : undefined;
}

/** The stock client's reading of a frame; undefined if it equals the standard's. */
export function cutFrame(held: HeldFrame | undefined, logged: LoggedEvent): Cut | undefined {
  const { raw, binary, stream } = logged;
  const isEnd = raw.endsWith(LF_LF);
  // Fast path: true for nearly every frame.
  if (held === undefined && isEnd && isOrdinary(logged)) return undefined;
  if (binary || stream.framing !== 'sse' || stream.transport === 'event-source') return undefined;
  // The last frame of a body needs no terminator.
  if (held === undefined && !isEnd && !ENDS_BLANK.test(raw)) return undefined;
  if (!isEnd) return { kind: 'held', held: grown(held, logged) };
  return held === undefined ? readWhole(logged, bare(logged)) : release(grown(held, logged), logged);
}
