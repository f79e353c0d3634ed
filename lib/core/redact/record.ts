// Redacts records. Each is rebuilt from the fields in the table: a new field does not compile without an entry.

import { textOfMessage } from '@/lib/core/decode/message';
import { createTextReader } from '@/lib/core/decode/text';
import type { BodyPart } from '@/lib/core/files/bodies';
import { bodyEdits, redactParts } from '@/lib/core/redact/body';
import { applyEdits } from '@/lib/core/redact/edits';
import { redactLoosely } from '@/lib/core/redact/loose';
import { redactMessage, redactProtoParts } from '@/lib/core/redact/proto';
import type { Redaction } from '@/lib/core/redact/redaction';
import { redactHeader, redactMediaTypes, redactUrl } from '@/lib/core/redact/url';
import { wireEdits } from '@/lib/core/redact/wire-text';
import { isKeptWord } from '@/lib/core/redact/words';
import { parseBase64, toBase64 } from '@/lib/messages/base64';
import { REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/messages/limits';
import { bytesOfData } from '@/lib/messages/raw-batch';
import {
  type CapturedRecord,
  type ChunkRecord,
  type FrameRecord,
  type OpenRecord,
  RESPONSE_HEADERS,
  type RecordKind,
  type RecordOf,
} from '@/lib/messages/records';
import { renamedOrigin } from '@/lib/messages/response-origin';

/** Treatment of a field. Validated numbers, flags and words stay. */
type FieldTreatment =
  | 'kept'
  | 'text'
  | 'word'
  | 'url'
  | 'method'
  | 'request'
  | 'headers'
  | 'media'
  | 'origin'
  | 'code'
  | 'payload';

const FIELDS: {
  readonly [K in RecordKind]: { readonly [F in Exclude<keyof RecordOf[K], 'kind'>]-?: FieldTreatment };
} = {
  navigation: { t: 'kept', url: 'url', timeOrigin: 'kept', top: 'kept' },
  open: {
    t: 'kept',
    stream: 'kept',
    transport: 'kept',
    url: 'url',
    method: 'method',
    requestBody: 'request',
    requestBodyLength: 'kept',
    accept: 'media',
    headT: 'kept',
    status: 'kept',
    headers: 'headers',
    origin: 'origin',
    protocol: 'text',
    initiator: 'code',
    hasUnknownReads: 'kept',
  },
  chunk: { t: 'kept', stream: 'kept', text: 'payload', b64: 'payload' },
  frame: {
    t: 'kept',
    stream: 'kept',
    dir: 'kept',
    text: 'payload',
    b64: 'payload',
    event: 'word',
    lastEventId: 'text',
  },
  close: { t: 'kept', stream: 'kept', how: 'kept', detail: 'text', code: 'kept' },
  gap: { t: 'kept', stream: 'kept', reason: 'kept', records: 'kept', bytes: 'kept', detail: 'text' },
};

const HEADERS: ReadonlySet<string> = new Set(RESPONSE_HEADERS);
const METHODS = /^(?:|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;
const METHOD_MAX = 64;

export interface StreamBody {
  readonly index: number;
  readonly framing: string | undefined;
  readonly parts: readonly BodyPart[];
}

type Payload = { readonly text: string } | { readonly b64: string };

/** Reads the records of a session in a fixed order: once to collect, and once to write. */
export class RecordRedaction {
  readonly #redaction: Redaction;
  readonly #payloads = new Map<CapturedRecord, Payload>();
  readonly #requests = new Map<CapturedRecord, string>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** The body of a request; must be called before the bodies of streams. */
  request(open: OpenRecord): void {
    const { requestBody: body } = open;
    if (body === undefined) return;
    const { tokens, hides } = this.#redaction;
    if (hides !== undefined) return;
    const isJson = /^\s*[[{]/.test(body);
    const edits = isJson ? wireEdits(body, -1, this.#redaction) : redactLoosely(body, tokens).edits;
    this.#requests.set(open, applyEdits(body, edits));
  }

  bodies(streams: readonly StreamBody[]): void {
    for (const stream of streams) {
      const chunks = stream.parts.filter((part) => part.kind === 'chunk');
      if (stream.framing === 'proto') this.#protoChunks(chunks, stream.index);
      else this.#textChunks(chunks, stream);
      for (const part of stream.parts) {
        if (part.kind === 'frame') this.#payloads.set(part, this.#message(part, stream.index));
      }
    }
  }

  #textChunks(chunks: readonly ChunkRecord[], { index, framing }: StreamBody): void {
    const reader = createTextReader();
    const parts = chunks.map(({ text, b64 }) => reader.read(text ?? parseBase64(b64 ?? '') ?? ''));
    parts.push(reader.end());
    const texts = redactParts(parts, framing, { stream: index, redaction: this.#redaction });
    // A chunk may end within a character: without a secret, its bytes stay.
    if (this.#redaction.hides !== undefined && texts.join('') === parts.join('')) return;
    for (const [at, chunk] of chunks.entries()) {
      const rest = at === chunks.length - 1 ? (texts.at(-1) ?? '') : '';
      this.#payloads.set(chunk, { text: (texts[at] ?? '') + rest });
    }
  }

  #protoChunks(chunks: readonly ChunkRecord[], index: number): void {
    const pieces = redactProtoParts(chunks.map(bytesOfData), { stream: index, redaction: this.#redaction });
    for (const [at, chunk] of chunks.entries()) {
      this.#payloads.set(chunk, { b64: toBase64(pieces[at] ?? new Uint8Array(0)) });
    }
  }

  #message({ text, b64 }: FrameRecord, index: number): Payload {
    const context = { stream: index, redaction: this.#redaction };
    const ofText = (message: string): string => applyEdits(message, bodyEdits(message, 'message', context));
    if (text !== undefined) return { text: ofText(text) };
    const bytes = bytesOfData({ b64: b64 ?? '' });
    const message = textOfMessage(bytes);
    if (message === undefined) return { b64: toBase64(redactMessage(bytes, context)) };
    return { b64: toBase64(new TextEncoder().encode(ofText(message))) };
  }

  /** A redacted record. One without a stream, because its batch came twice, becomes empty. */
  record<R extends CapturedRecord>(record: R): CapturedRecord {
    const made: Record<string, unknown> = { kind: record.kind };
    for (const [name, how] of Object.entries<FieldTreatment>(FIELDS[record.kind])) {
      const value: unknown = Reflect.get(record, name);
      if (value === undefined || how === 'payload') continue;
      const field = this.#field(how, value, record);
      if (field !== undefined) made[name] = field;
    }
    if (record.kind === 'chunk' || record.kind === 'frame') {
      Object.assign(made, this.#payloads.get(record) ?? this.#unchanged(record));
    }
    if (record.kind === 'open') {
      // Tokens may make a body too long.
      const { length = 0 } = this.#requests.get(record) ?? '';
      if (length > REQUEST_BODY_MAX) made['requestBodyLength'] ??= length;
    }
    // The table names every field of the record, and each keeps its type.
    return made as unknown as CapturedRecord;
  }

  #unchanged({ text, b64 }: ChunkRecord | FrameRecord): Payload {
    if (this.#redaction.hides === undefined || (text ?? b64) === undefined) return { text: '' };
    return text === undefined ? { b64: b64 ?? '' } : { text };
  }

  #field(how: Exclude<FieldTreatment, 'payload'>, value: unknown, record: CapturedRecord): unknown {
    if (how === 'kept') return value;
    const { tokens, hides } = this.#redaction;
    if (how === 'headers') return this.#headers(value);
    const text = String(value);
    if (hides !== undefined) return hides.text(text);
    switch (how) {
      case 'request':
        return (this.#requests.get(record) ?? '').slice(0, REQUEST_BODY_MAX);
      case 'method':
        return METHODS.test(text) ? text : tokens.text(text).slice(0, METHOD_MAX);
      case 'url':
        return redactUrl(text, tokens).slice(0, TEXT_MAX);
      case 'media':
        return redactMediaTypes(text, tokens).slice(0, TEXT_MAX);
      case 'origin':
        return renamedOrigin(text, (source) => tokens.text(source)).slice(0, TEXT_MAX);
      case 'word':
        return isKeptWord(text) ? text : tokens.text(text).slice(0, TEXT_MAX);
      case 'code':
        // Names and places of the app's code.
        return undefined;
      case 'text':
        return tokens.text(text).slice(0, TEXT_MAX);
    }
  }

  #headers(headers: unknown): Readonly<Record<string, string>> {
    const { tokens, hides } = this.#redaction;
    const entries = Object.entries(headers ?? {}).map(([name, value]): [string, string] => {
      if (hides !== undefined) return [name, hides.text(String(value))];
      const safeName = HEADERS.has(name) ? name : tokens.text(name);
      return [safeName, redactHeader(name, String(value), tokens).slice(0, TEXT_MAX)];
    });
    return Object.fromEntries(entries);
  }
}
