// JSON text as a tree with positions, so that values can be replaced and everything between them stays.
import { nestsTooDeep } from '@/lib/core/json/depth';
import { parseJson } from '@/lib/core/json/json';

interface At {
  /** Indexes of the value in the text. */
  readonly start: number;
  readonly end: number;
}

interface StringNode extends At {
  readonly kind: 'string';
  readonly value: string;
}

export interface Member {
  readonly key: StringNode;
  readonly value: JsonNode;
}

export interface ObjectNode extends At {
  readonly kind: 'object';
  readonly members: readonly Member[];
}

/** `literal` is true, false or null. */
export type JsonNode =
  | StringNode
  | ObjectNode
  | (At & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (At & { readonly kind: 'number' | 'literal'; readonly raw: string });

class NoJson extends Error {}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get at(): number {
    return this.#at;
  }

  value(): JsonNode {
    this.space();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#array();
    if (first === '"') return this.#string();
    const start = this.#at;
    const literal = this.#take(LITERAL);
    const raw = literal ?? this.#take(NUMBER);
    if (raw === undefined) throw new NoJson();
    return { kind: literal === undefined ? 'number' : 'literal', start, end: this.#at, raw };
  }

  space(): void {
    this.#take(SPACE);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #string(): StringNode {
    const start = this.#at;
    const end = this.#endOfString();
    this.#at = end;
    const raw = this.#text.slice(start, end);
    const value = raw.includes('\\') ? parsedString(raw) : raw.slice(1, -1);
    return { kind: 'string', start, end, value };
  }

  // A loop: a regular expression would run out of stack at a string of megabytes.
  #endOfString(): number {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 34) return at + 1;
      if (unit < 32) break;
      if (unit === 92) at++;
    }
    throw new NoJson();
  }

  #object(): ObjectNode {
    const start = this.#at++;
    const members: Member[] = [];
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') throw new NoJson();
      const key = this.#string();
      this.space();
      if (this.#text[this.#at++] !== ':') throw new NoJson();
      members.push({ key, value: this.value() });
    });
    return { kind: 'object', start, end: this.#at, members };
  }

  #array(): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    this.#list(']', () => items.push(this.value()));
    return { kind: 'array', start, end: this.#at, items };
  }

  #list(close: string, item: () => void): void {
    this.space();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return;
    }
    for (;;) {
      this.space();
      item();
      this.space();
      const next = this.#text[this.#at++];
      if (next === close) return;
      if (next !== ',') throw new NoJson();
    }
  }
}

function parsedString(raw: string): string {
  const value = parseJson(raw);
  if (typeof value === 'string') return value;
  // An invalid escape.
  throw new NoJson();
}

/** The tree of a JSON text; undefined if it is invalid or nests too deep. */
export function parseTree(text: string): JsonNode | undefined {
  if (nestsTooDeep(text)) return undefined;
  const reader = new Reader(text);
  try {
    const node = reader.value();
    reader.space();
    return reader.at === text.length ? node : undefined;
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

/** The value of a member of an object; undefined if it has none of this name. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object'
    ? node.members.findLast((member) => member.key.value === key)?.value
    : undefined;
}

export function stringOf(node: JsonNode, key: string): string | undefined {
  const value = memberOf(node, key);
  return value?.kind === 'string' ? value.value : undefined;
}
