// Bodies in a HAR entry: text, or the timed messages that Chrome lists.

import { sse } from '@/lib/core/decode/sse';
import { byteChunks, textChunks } from '@/lib/core/files/file-batches';
import type { FileInput } from '@/lib/core/files/types';
import { unpackBody } from '@/lib/core/files/unpack';
import { isJsonObject, type Json, type JsonObject, stringIn } from '@/lib/core/json/json';
import { parseBase64 } from '@/lib/messages/base64';
import { TEXT_MAX } from '@/lib/messages/limits';
import type { CapturedRecord, ChunkRecord } from '@/lib/messages/records';

export function objectAt(value: Json | undefined, key: string): JsonObject {
  const inner = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

export interface BodyContext {
  readonly stream: number;
  /** End of the response since the beginning of the document, milliseconds. */
  readonly t: number;
  readonly originMs: number;
  readonly brotli: FileInput['brotli'];
  readonly encoding: string;
}

/** Time of a message since the origin, milliseconds; Chrome writes seconds. */
function timeOf(message: JsonObject, { t, originMs }: BodyContext): number {
  const { time } = message;
  if (typeof time !== 'number' || !(time > 0)) return t;
  return Math.max(0, (time > 1e11 ? time : time * 1000) - originMs);
}

function gap({ stream, t }: BodyContext, detail: string): CapturedRecord {
  return { kind: 'gap', t, stream, reason: 'too-large', detail };
}

export function socketRecords(messages: readonly Json[], context: BodyContext): CapturedRecord[] {
  const { stream } = context;
  return messages.filter(isJsonObject).flatMap((message): CapturedRecord[] => {
    const data = stringIn(message, 'data');
    // An error of the socket is no message.
    if (data === undefined || message['type'] === 'error') return [];
    const t = timeOf(message, context);
    const dir = message['type'] === 'send' ? 'out' : 'in';
    const isBinary = message['opcode'] === 2;
    if (isBinary && parseBase64(data) === undefined) {
      return [gap({ ...context, t }, 'the base64 of a message is cut off or broken')];
    }
    return [{ kind: 'frame', t, stream, dir, ...(isBinary ? { b64: data } : { text: data }) }];
  });
}

export function eventSourceRecords(messages: readonly Json[], context: BodyContext): CapturedRecord[] {
  return messages.filter(isJsonObject).map((message): CapturedRecord => {
    const event = stringIn(message, 'eventName') ?? '';
    const lastEventId = stringIn(message, 'eventId') ?? '';
    return {
      kind: 'frame',
      t: timeOf(message, context),
      stream: context.stream,
      dir: 'in',
      text: stringIn(message, 'data') ?? '',
      ...(event !== '' && event !== 'message' && { event: event.slice(0, TEXT_MAX) }),
      ...(lastEventId !== '' && { lastEventId: lastEventId.slice(0, TEXT_MAX) }),
    };
  });
}

/** The body split by the listed messages, which have times; undefined if it does not consist of them. */
function timedChunks(
  text: string,
  messages: readonly JsonObject[],
  context: BodyContext,
): ChunkRecord[] | undefined {
  const reader = sse.create();
  const frames = [...reader.push(text), ...reader.end()].filter(({ unread }) => unread === undefined);
  if (frames.length !== messages.length || frames.length === 0) return undefined;
  const chunks: ChunkRecord[] = [];
  let from = 0;
  for (const [index, frame] of frames.entries()) {
    const at = text.indexOf(frame.raw, from);
    const message = messages[index];
    if (at === -1 || message === undefined || stringIn(message, 'data') !== frame.data) return undefined;
    const end = index === frames.length - 1 ? text.length : at + frame.raw.length;
    chunks.push(...textChunks(text.slice(from, end), context.stream, timeOf(message, context)));
    from = end;
  }
  return chunks;
}

/** A change of events by a rule, as the panel marks it. */
export function changeRecord(change: JsonObject, context: BodyContext): CapturedRecord {
  const { stream } = context;
  const detail = (stringIn(change, 'text') ?? '').slice(0, TEXT_MAX);
  return { kind: 'gap', t: timeOf(change, context), stream, reason: 'changed', detail };
}

/** A body without text, restored from its messages. */
function remade(messages: readonly JsonObject[], context: BodyContext): ChunkRecord[] {
  return messages.flatMap((message) => {
    const name = stringIn(message, 'eventName') ?? 'message';
    const data = (stringIn(message, 'data') ?? '').split('\n').map((line) => `data: ${line}\n`);
    const text = `${name === 'message' ? '' : `event: ${name}\n`}${data.join('')}\n`;
    return textChunks(text, context.stream, timeOf(message, context));
  });
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function base64Records(text: string, size: Json | undefined, context: BodyContext): CapturedRecord[] {
  const { stream, t, brotli, encoding } = context;
  const tidy = text.replace(/\s+/g, '');
  const whole = parseBase64(tidy);
  const bytes = whole ?? parseBase64(tidy.slice(0, tidy.length - (tidy.length % 4)));
  if (bytes === undefined) return [gap(context, 'the base64 of this body is broken')];
  // A brotli body that the browser has decompressed is text.
  const found = unpackBody(bytes, isText(bytes) ? '' : encoding, brotli);
  if (found !== undefined && 'error' in found) {
    // The user cannot decompress a part of a file.
    const help = found.help === undefined ? '' : '; `lens convert` on the command line can';
    return [gap(context, `this body ${found.error}${help}`)];
  }
  const wrong = found?.damage === undefined ? [] : [gap(context, `this body ${found.damage}`)];
  const isCut =
    whole === undefined || (found === undefined && typeof size === 'number' && bytes.length < size);
  const chunks = byteChunks(found?.bytes ?? bytes, stream, t);
  return [...chunks, ...wrong, ...(isCut ? [gap(context, 'the base64 of this body is cut off')] : [])];
}

// A byte order mark counts in the size, but is not in the text.
const MARK_LENGTH = 3;

export function bodyRecords(
  content: JsonObject,
  messages: readonly Json[],
  context: BodyContext,
): CapturedRecord[] {
  const text = stringIn(content, 'text') ?? '';
  const listed = messages.filter(isJsonObject);
  const { size } = content;
  if (stringIn(content, 'encoding') === 'base64') return base64Records(text, size, context);
  if (text === '') {
    const isLeftOut = listed.length === 0 && typeof size === 'number' && size > 0;
    const { _file: file } = content;
    if (size === -1 && listed.length === 0)
      return [gap(context, 'this file was saved without the body, because the response had not ended')];
    if (isLeftOut)
      return [
        gap(
          context,
          typeof file === 'string'
            ? `the body of ${size} bytes is in a file beside this one; import both as one ZIP archive`
            : `this file was saved without the body of ${size} bytes`,
        ),
      ];
    return remade(listed, context);
  }
  const chunks = timedChunks(text, listed, context) ?? textChunks(text, context.stream, context.t);
  const length = new TextEncoder().encode(text).length;
  if (typeof size !== 'number' || length + MARK_LENGTH >= size) return chunks;
  return [...chunks, gap(context, `this body is cut off after ${length} of ${size} bytes`)];
}
