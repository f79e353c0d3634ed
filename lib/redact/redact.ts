// Redaction: the batches of a session in, batches of the same shape out, in which nothing is left that is not on the
// list of safe things. Every format is then written from the redacted batches, so that none can forget anything.
import { nearestName } from '@/lib/agui/nearest';
import { consumers } from '@/lib/consumer/consumers';
import { createTextReader, parseBase64, toBase64 } from '@/lib/decode/text';
import { type Annotations, withoutEmptyAnnotations } from '@/lib/files/annotations';
import { type BodyPart, bodiesOf } from '@/lib/files/bodies';
import type { FileBatch } from '@/lib/files/types';
import { rules } from '@/lib/lint/rules';
import { dialectNames } from '@/lib/log/stream-reader';
import { createWalk } from '@/lib/log/walk';
import { applyEdits } from '@/lib/redact/edits';
import { bodyEdits, redactParts } from '@/lib/redact/body';
import { createDeltas } from '@/lib/redact/deltas';
import { redactLoosely } from '@/lib/redact/loose';
import { type Level, policyOf } from '@/lib/redact/policy';
import { redactMessage, redactProtoParts } from '@/lib/redact/proto';
import { createRandom, type Seed } from '@/lib/redact/random';
import { createTokens } from '@/lib/redact/tokens';
import { redactHeader, redactMediaTypes, redactUrl } from '@/lib/redact/url';
import { type Redaction, wireEdits } from '@/lib/redact/wire-text';
import { isKeptWord } from '@/lib/redact/words';
import { TEXT_MAX } from '@/lib/wire/limits';
import type { CapturedRecord, ChunkRecord, FrameRecord, OpenRecord } from '@/lib/wire/records';

/** What is redacted: a session. */
export interface SessionParts {
  readonly batches: Iterable<FileBatch>;
  readonly annotations?: Annotations;
}

/** How it is redacted. */
export interface RedactOptions {
  readonly level: Level;
  /** Paths to keep, at the level `choose`. */
  readonly keep?: readonly string[];
  /** Chance, from which tokens are drawn; nobody may keep it. */
  readonly seed: Seed;
}

/** A redacted session. */
export interface RedactedParts {
  readonly batches: readonly FileBatch[];
  readonly annotations: Annotations;
  /** How many different values were replaced. */
  readonly replaced: number;
}

const METHODS = /^(?:|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** A stream, with what it carried. */
interface StreamBody {
  readonly index: number;
  readonly framing: string | undefined;
  readonly parts: readonly BodyPart[];
}

/** Redacts the records of a session; the same records in the same order, once to take notes and once to write. */
class RecordRedaction {
  readonly #redaction: Redaction;
  readonly #written = new Map<CapturedRecord, CapturedRecord>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** Goes through all bodies; what they become is kept for `record`. */
  bodies(streams: readonly StreamBody[]): void {
    for (const stream of streams) {
      const chunks = stream.parts.filter((part) => part.kind === 'chunk');
      if (stream.framing === 'proto') this.#protoChunks(chunks, stream.index);
      else this.#textChunks(chunks, stream);
      for (const part of stream.parts) if (part.kind === 'frame') this.#put(part, this.#frame(part, stream.index));
    }
  }

  #put(old: BodyPart, made: BodyPart): void {
    if (!this.#redaction.isNoting) this.#written.set(old, made);
  }

  #textChunks(chunks: readonly ChunkRecord[], { index, framing }: StreamBody): void {
    const reader = createTextReader();
    const parts = chunks.map(({ text, b64 }) => reader.read(text ?? parseBase64(b64 ?? '') ?? ''));
    const rest = reader.end();
    const last = parts.pop();
    if (last === undefined) return;
    parts.push(last + rest);
    const texts = redactParts(parts, framing, { stream: index, redaction: this.#redaction });
    for (const [at, { b64: _bytes, ...chunk }] of chunks.entries()) {
      const old = chunks[at];
      if (old !== undefined) this.#put(old, { ...chunk, text: texts[at] ?? '' });
    }
  }

  #protoChunks(chunks: readonly ChunkRecord[], index: number): void {
    const parts = chunks.map(({ text, b64 }) =>
      text === undefined ? (parseBase64(b64 ?? '') ?? new Uint8Array(0)) : new TextEncoder().encode(text),
    );
    const pieces = redactProtoParts(parts, { stream: index, redaction: this.#redaction });
    for (const [at, { text: _text, ...chunk }] of chunks.entries()) {
      const old = chunks[at];
      if (old !== undefined) this.#put(old, { ...chunk, b64: toBase64(pieces[at] ?? new Uint8Array(0)) });
    }
  }

  #frame(frame: FrameRecord, index: number): FrameRecord {
    const { tokens } = this.#redaction;
    const { event, lastEventId, text, b64 } = frame;
    const payload = text === undefined ? this.#bytes(b64 ?? '', index) : { text: this.#message(text, index) };
    const { text: _text, b64: _b64, ...rest } = frame;
    return {
      ...rest,
      ...payload,
      ...(event !== undefined && { event: isKeptWord(event) ? event : tokens.text(event).slice(0, TEXT_MAX) }),
      ...(lastEventId !== undefined && { lastEventId: tokens.text(lastEventId).slice(0, TEXT_MAX) }),
    };
  }

  #message(text: string, index: number): string {
    return applyEdits(text, bodyEdits(text, 'message', { stream: index, redaction: this.#redaction }));
  }

  #bytes(b64: string, index: number): { readonly b64: string } {
    const bytes = parseBase64(b64) ?? new Uint8Array(0);
    const isText = bytes[0] === 0x7b || bytes[0] === 0x5b;
    if (!isText) return { b64: toBase64(redactMessage(bytes, { stream: index, redaction: this.#redaction })) };
    const text = this.#message(new TextDecoder().decode(bytes), index);
    return { b64: toBase64(new TextEncoder().encode(text)) };
  }

  /** A record as it leaves. */
  record(record: CapturedRecord): CapturedRecord {
    const { tokens } = this.#redaction;
    const short = (text: string): string => tokens.text(text).slice(0, TEXT_MAX);
    switch (record.kind) {
      case 'navigation':
        return { ...record, url: this.#url(record.url) };
      case 'open':
        return this.open(record);
      case 'chunk':
      case 'frame':
        return this.#written.get(record) ?? this.#unread(record);
      case 'close':
      case 'gap':
        return record.detail === undefined ? record : { ...record, detail: short(record.detail) };
    }
  }

  /** A part that belongs to no stream: a batch that came twice. */
  #unread<R extends BodyPart>({ text: _text, b64: _b64, ...record }: R): CapturedRecord {
    const part = { ...record, text: '' };
    if (part.kind === 'chunk') return { kind: 'chunk', t: part.t, stream: part.stream, text: '' };
    return { kind: 'frame', t: part.t, stream: part.stream, dir: 'in', text: '' };
  }

  #url(url: string): string {
    return redactUrl(url, this.#redaction.tokens).slice(0, TEXT_MAX);
  }

  /** A request, and the head of its response. */
  open(record: OpenRecord): OpenRecord {
    const { tokens, isNoting } = this.#redaction;
    const { method, requestBody, accept, headers, protocol } = record;
    const body = requestBody === undefined ? undefined : this.#request(requestBody);
    if (isNoting) return record;
    const safe = Object.entries(headers ?? {}).map(([name, value]) => [name, redactHeader(name, value, tokens)]);
    return {
      ...record,
      url: this.#url(record.url),
      method: METHODS.test(method) ? method : tokens.text(method).slice(0, 64),
      ...(body !== undefined && { requestBody: body }),
      ...(accept !== undefined && { accept: redactMediaTypes(accept, tokens) }),
      ...(headers !== undefined && { headers: Object.fromEntries(safe) }),
      ...(protocol !== undefined && { protocol: tokens.text(protocol).slice(0, TEXT_MAX) }),
    };
  }

  #request(body: string): string {
    if (/^\s*[[{]/.test(body)) return applyEdits(body, wireEdits(body, -1, this.#redaction));
    return this.#redaction.isNoting ? body : redactLoosely(body, this.#redaction.tokens).text;
  }
}

function streamsOf(batches: readonly FileBatch[]): readonly StreamBody[] {
  const walk = createWalk(batches);
  // Only the streams are wanted, and they are known when everything was read.
  for (const _step of walk.steps());
  const bodies = bodiesOf(walk, batches);
  return walk.streams.map(({ index, framing }) => ({ index, framing, parts: bodies[index] ?? [] }));
}

function requestsOf(batches: readonly FileBatch[], redact: (open: OpenRecord) => void): void {
  for (const { records } of batches) for (const record of records) if (record.kind === 'open') redact(record);
}

/** A name that is almost that of a tool stays almost that: a misspelling is to be seen. */
function nameNeighbours({ declared, called, tokens }: Redaction): void {
  for (const name of called) {
    if (declared.has(name)) continue;
    const near = nearestName(name, [...declared]);
    if (near === undefined) continue;
    const token = tokens.text(near);
    tokens.set(name, `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`);
  }
}

function redactAnnotations(annotations: Annotations, { tokens }: Redaction): Annotations {
  const { rulesOff = [], notes = [], dialects = {}, consumers: chosen = {} } = annotations;
  const ruleIds = new Set<string>(rules.map(({ id }) => id));
  const docKey = (key: string): string => key.replace(/^(.*)(:\d+)$/s, (_all, doc: string, number: string) => tokens.text(doc) + number);
  const known = (values: Readonly<Record<string, string>>, names: readonly string[], keyOf: (key: string) => string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (names.includes(value) ? [[keyOf(key), value] as const] : [])),
    );
  return withoutEmptyAnnotations({
    rulesOff: rulesOff.filter((id) => ruleIds.has(id)),
    notes: notes.map(([seq, text]) => [seq, tokens.text(text)] as const),
    dialects: known(dialects, dialectNames(), docKey),
    consumers: known(
      chosen,
      consumers.map(({ id }) => id),
      (site) => redactUrl(site, tokens),
    ),
  });
}

/** Redacts a session. */
export function redact({ batches, annotations = {} }: SessionParts, options: RedactOptions): RedactedParts {
  const all = [...batches];
  if (options.level === 'full') return { batches: all, annotations, replaced: 0 };
  const streams = streamsOf(all);
  const noting: Redaction = {
    tokens: createTokens(createRandom(options.seed)),
    policy: policyOf(options.level, options.keep),
    deltas: createDeltas(),
    isNoting: true,
    toolWords: new Set(),
    longest: 0,
    declared: new Set(),
    called: new Set(),
  };
  const notes = new RecordRedaction(noting);
  requestsOf(all, (open) => notes.open(open));
  notes.bodies(streams);
  const tokens = createTokens(createRandom(options.seed), noting.longest);
  const redaction: Redaction = { ...noting, tokens, isNoting: false };
  if (!redaction.policy.keepsTools) nameNeighbours(redaction);
  redaction.deltas.settle(tokens, (word) => redaction.toolWords.has(word));
  const writing = new RecordRedaction(redaction);
  // The requests come first in both passes, for parts of texts are taken in the order in which they were noted.
  const opens = new Map<OpenRecord, OpenRecord>();
  requestsOf(all, (open) => opens.set(open, writing.open(open)));
  writing.bodies(streams);
  const made = all.map(({ doc, frameId, n, records }) => ({
    doc: tokens.text(doc),
    frameId,
    n,
    records: records.map((record) => (record.kind === 'open' ? (opens.get(record) ?? writing.record(record)) : writing.record(record))),
  }));
  return { batches: made, annotations: redactAnnotations(annotations, redaction), replaced: tokens.count };
}
