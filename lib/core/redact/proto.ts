// Redacts protobuf: each message is decoded, redacted as JSON, and encoded again. An invalid message becomes another
// invalid one of the same length.
import { encodedEvent } from '@/lib/core/agui/proto-message';
import { FRAME_MAX } from '@/lib/core/decode/frame-buffer';
import { parseFrame } from '@/lib/core/decode/json';
import { isJsonObject } from '@/lib/core/json/json';
import { applyEdits, cutsOf, movedCuts, type Replacement } from '@/lib/core/redact/edits';
import type { Redaction } from '@/lib/core/redact/redaction';
import { wireEdits } from '@/lib/core/redact/wire-text';
import { joinBytes, lengthPrefixed, toBase64 } from '@/lib/messages/base64';

interface ProtoContext {
  readonly stream: number;
  readonly redaction: Redaction;
}

/** Bytes that are not a protobuf message: a tag without an end. */
function unreadableBytes(length: number): Uint8Array {
  return new Uint8Array(length).fill(0xff);
}

function unreadableOf(bytes: Uint8Array, { hides }: Redaction): Uint8Array {
  if (hides === undefined) return unreadableBytes(bytes.length);
  // One unit per byte: an ASCII secret keeps its length.
  const units = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return Uint8Array.from(hides.text(units), (unit) => unit.charCodeAt(0));
}

export function redactMessage(bytes: Uint8Array, { stream, redaction }: ProtoContext): Uint8Array {
  if (bytes.length === 0) return bytes;
  const parsed = parseFrame({ raw: '', binary: true, data: toBase64(bytes) });
  if (!('value' in parsed) || !isJsonObject(parsed.value)) return unreadableOf(bytes, redaction);
  const text = JSON.stringify(parsed.value);
  const edits = wireEdits(text, stream, redaction);
  if (redaction.isNoting || (redaction.hides !== undefined && edits.length === 0)) return bytes;
  return encodedEvent(applyEdits(text, edits)) ?? unreadableOf(bytes, redaction);
}

function messageEdits(body: Uint8Array, context: ProtoContext): Replacement<Uint8Array>[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const edits: Replacement<Uint8Array>[] = [];
  for (let from = 0; from < body.length; ) {
    const length = from + 4 <= body.length ? view.getUint32(from) : Number.POSITIVE_INFINITY;
    const to = from + 4 + length;
    if (to > body.length) {
      // The last message is truncated: its length prefix stays, and the same number of bytes is missing. An
      // impossible or truncated prefix may be text.
      const head = new Uint8Array(Math.min(4, body.length - from));
      const isLength = length <= FRAME_MAX || context.redaction.hides !== undefined;
      if (isLength) head.set(body.subarray(from, from + head.length));
      else if (head.length === 4) head.fill(0xff);
      edits.push({
        start: from,
        end: body.length,
        text: joinBytes([head, unreadableOf(body.subarray(from + head.length), context.redaction)]),
      });
      break;
    }
    const message = redactMessage(body.subarray(from + 4, to), context);
    edits.push({ start: from, end: to, text: lengthPrefixed(message) });
    from = to;
  }
  return edits;
}

/** The parts of a body of length-prefixed messages, split at the moved cuts of the old parts. */
export function redactProtoParts(parts: readonly Uint8Array[], context: ProtoContext): readonly Uint8Array[] {
  const body = joinBytes(parts);
  const edits = messageEdits(body, context);
  if (context.redaction.isNoting) return parts;
  const edited = joinBytes(edits.map(({ text }) => text));
  const ends = movedCuts(edits, cutsOf(parts));
  return parts.map((_part, at) => edited.slice(ends[at - 1] ?? 0, ends[at]));
}
