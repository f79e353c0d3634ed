// Redacts a body: finds JSON texts by the rules of its framing, which itself stays, with all its odd line ends.
import { createJsonScanner, type Element } from '@/lib/core/decode/json-scanner';
import { SERVER_SENT } from '@/lib/core/decode/message';
import { cutsOf, type Edit, splitEdited } from '@/lib/core/redact/edits';
import type { Redaction } from '@/lib/core/redact/redaction';
import { declarationEdits, looseEdits, wireEdits } from '@/lib/core/redact/wire-text';
import { isKeptWord, isTypeSpelling } from '@/lib/core/redact/words';

const FIELD = /^(\ufeff?)(data|event|id|retry)(: ?|$)/;
/** Characters in front of an event whose prefix is broken: a word of the framing, white space, signs. */
const NEAR = /^[\s:]*(?:data|event|message|json|chunk)?\s*[:=]?\s*(?=[[{])/i;
const JSON_LINE = /^\ufeff?\s*[[{]/;
const RETRY = /^\d{1,9}$/;
const ID_MAX = 15;
const MISSED = /^[,\s[\]]*$/;

interface BodyLine {
  readonly start: number;
  readonly end: number;
}

function* bodyLines(text: string): Iterable<BodyLine> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 13) continue;
    yield { start, end: at };
    start = at + 1;
  }
  if (start < text.length) yield { start, end: text.length };
}

class BodyText {
  readonly edits: Edit[] = [];
  readonly #text: string;
  readonly #stream: number;
  readonly #redaction: Redaction;

  constructor(text: string, stream: number, redaction: Redaction) {
    this.#text = text;
    this.#stream = stream;
    this.#redaction = redaction;
  }

  /** A range that holds a JSON text, or should. */
  json(start: number, end: number): void {
    const text = this.#text.slice(start, end);
    // Readers trim more than the white space of JSON.
    const before = text.length - text.trimStart().length;
    this.#put(wireEdits(text.trim(), this.#stream, this.#redaction), start + before);
  }

  /** A range in which only words of the protocols are safe. */
  word(start: number, end: number): void {
    const text = this.#text.slice(start, end);
    const { hides } = this.#redaction;
    if (hides !== undefined) this.#put(hides.edits(text), start);
    if (hides !== undefined || this.#redaction.isNoting || text.trim() === '' || isKeptWord(text.trim()))
      return;
    this.edits.push({ start, end, text: this.#redaction.tokens.text(text) });
  }

  lines(): void {
    for (let start = 0; start < this.#text.length; ) {
      const feed = this.#text.indexOf('\n', start);
      const end = feed === -1 ? this.#text.length : feed;
      if (end > start) this.json(start, end);
      start = end + 1;
    }
  }

  /** A message of a socket. Its beginning stays, which decides its kind. */
  message(): void {
    const start = this.#text.length - this.#text.trimStart().length;
    const text = this.#text.trim();
    // Control messages of engine.io.
    if (/^\d{1,2}(?:probe)?$/.test(text)) return;
    const packet = packetOf(text);
    const from = this.edits.length;
    if (packet === undefined) this.json(start, start + text.length);
    else this.#packet(packet, start, start + text.length);
    const [first] = this.edits.slice(from);
    // A number that is no packet does not become one.
    if (packet === undefined && first?.start === start && /^[04]/.test(first.text))
      this.edits[from] = { ...first, text: `9${first.text.slice(1)}` };
  }

  #packet({ type, namespace, id }: Packet, start: number, end: number): void {
    const { isNoting, tokens, hides } = this.#redaction;
    const after = start + type.length;
    const to = after + namespace.length;
    if (namespace !== '') this.word(after + 1, namespace.endsWith(',') ? to - 1 : to);
    if (id !== '' && !isNoting && hides === undefined) {
      // A number of more digits would be written with an exponent.
      const number = tokens.number(id.slice(0, ID_MAX));
      this.edits.push({ start: to, end: to + id.length, text: number });
    }
    if (to + id.length < end) this.json(to + id.length, end);
  }

  sse(): void {
    let data: BodyLine[] = [];
    const finish = (): void => {
      this.#data(data);
      data = [];
    };
    for (const { start, end } of bodyLines(this.#text)) {
      const line = this.#text.slice(start, end);
      if (line === '') {
        // A CR and an LF are two ends, of which the second ends nothing.
        const isLineEnd = this.#text[start] === '\n' && this.#text[start - 1] === '\r';
        if (!isLineEnd) finish();
        continue;
      }
      const [field = '', , name = '', colon] = FIELD.exec(line) ?? [];
      const from = start + field.length;
      const near = NEAR.exec(line)?.[0].length;
      if (near !== undefined && near > 0 && name !== 'data') this.json(start + near, end);
      else if (name === 'data') data.push({ start: from, end });
      else if (name === 'event' && isTypeSpelling(line.slice(field.length))) continue;
      else if (name === 'retry' && RETRY.test(line.slice(field.length))) continue;
      else if (name !== '') this.word(from, end);
      else if (line.startsWith(':')) this.word(start + 1, end);
      else if (JSON_LINE.test(line)) this.json(start, end);
      else if (colon === undefined) this.word(start, end);
    }
    finish();
    // The data of an event is changed when it is complete, after the lines around it.
    this.edits.sort((a, b) => a.start - b.start);
  }

  /** The data of one event, on one line or on several. */
  #data(lines: readonly BodyLine[]): void {
    const [first] = lines;
    if (first === undefined) return;
    if (lines.length === 1) {
      const { start, end } = first;
      if (!isKeptWord(this.#text.slice(start, end).trim())) this.json(start, end);
      return;
    }
    const joined = lines.map(({ start, end }) => this.#text.slice(start, end)).join('\n');
    const edits = wireEdits(joined, this.#stream, this.#redaction);
    if (edits.some(({ start, end }) => joined.slice(start, end).includes('\n'))) {
      // None of the lines is a text by itself, even where it looks like one: no part was noted in it.
      for (const { start, end } of lines)
        this.#put(looseEdits(this.#text.slice(start, end), this.#redaction), start);
      return;
    }
    let line = 0;
    let before = 0;
    for (const edit of edits) {
      for (
        let at = lines[line];
        at !== undefined && edit.start > before + at.end - at.start;
        at = lines[line]
      ) {
        before += at.end - at.start + 1;
        line++;
      }
      const shift = (lines[line]?.start ?? 0) - before;
      this.edits.push({ ...edit, start: edit.start + shift, end: edit.end + shift });
    }
  }

  /** A body that is one JSON text, or an array of events; readers skip the rest. */
  document(): void {
    const scanner = createJsonScanner();
    const last = (found: Element | undefined): readonly Element[] => (found === undefined ? [] : [found]);
    let at = 0;
    for (const element of [...scanner.push(this.#text), ...last(scanner.end())]) {
      if (element.unread !== undefined) continue;
      const start = this.#text.indexOf(element.text, at);
      this.#between(at, start);
      at = start + element.text.length;
      this.json(start, at);
    }
    this.#between(at, this.#text.length);
  }

  #between(start: number, end: number): void {
    const text = this.#text.slice(start, end);
    if (!MISSED.test(text)) this.#put(looseEdits(text, this.#redaction), start);
  }

  #put(edits: readonly Edit[], shift: number): void {
    for (const edit of edits) this.edits.push({ ...edit, start: edit.start + shift, end: edit.end + shift });
  }
}

/** In place of a framing: the body declares capabilities. */
export const CAPABILITIES = 'capabilities';

interface Packet {
  readonly type: string;
  readonly namespace: string;
  /** The number of an acknowledgement. */
  readonly id: string;
}

// The same packets as those that the decoder knows, and a namespace that nothing follows.
const PACKET = /^(4[0-6])(\/[^,]*,?)?(\d*)(?=$|[[{"])/;

function packetOf(text: string): Packet | undefined {
  if (text.startsWith('0{')) return { type: '0', namespace: '', id: '' };
  const [, type, namespace = '', id = ''] = PACKET.exec(text) ?? [];
  return type === undefined ? undefined : { type, namespace, id };
}

export function bodyEdits(
  text: string,
  framing: string | undefined,
  { stream, redaction }: { readonly stream: number; readonly redaction: Redaction },
): readonly Edit[] {
  if (framing === CAPABILITIES) return declarationEdits(text, stream, redaction);
  const body = new BodyText(text, stream, redaction);
  if (framing === 'sse') body.sse();
  else if (framing === 'ndjson') body.lines();
  else if (framing === 'message' && !SERVER_SENT.test(text)) body.message();
  else if (framing === 'json-body') body.document();
  else body.sse();
  return body.edits;
}

/** The parts of a body, redacted and cut where they were cut. */
export function redactParts(
  parts: readonly string[],
  framing: string | undefined,
  context: { readonly stream: number; readonly redaction: Redaction },
): readonly string[] {
  const text = parts.join('');
  const edits = bodyEdits(text, framing, context);
  return context.redaction.isNoting ? parts : splitEdited(text, edits, cutsOf(parts));
}
