// Incremental JSON validation (RFC 8259) of text in segments. Each character is read once.

/** `valid`: a complete document; `open`: may become one; `broken`: never will. */
export type JsonVerdict = 'open' | 'valid' | 'broken';

/** State between two segments. Immutable: each segment returns a new one. */
export interface JsonProgress {
  /** Open brackets, outermost first: `{` and `[`. */
  readonly stack: string;
  readonly mode: Mode;
  /** Position within a literal, or hex digits left in an escape. */
  readonly count: number;
}

type Mode =
  | 'value' // a value must come
  | 'first' // a value or the end of the array
  | 'key' // a key must come
  | 'firstKey' // a key or the end of the object
  | 'colon'
  | 'after' // a value has ended
  | 'string'
  | 'keyString'
  | 'escape'
  | 'keyEscape'
  | 'hex'
  | 'keyHex'
  | 'true'
  | 'false'
  | 'null'
  | 'minus'
  | 'zero'
  | 'digits'
  | 'point'
  | 'fraction'
  | 'exponent'
  | 'sign'
  | 'power'
  | 'broken';

export const JSON_START: JsonProgress = { stack: '', mode: 'value', count: 0 };
/** The state of a complete document, except for a top-level number, which may continue. */
const COMPLETE: JsonProgress = { stack: '', mode: 'after', count: 0 };

const SPACE = ' \t\n\r';
const DIGITS = '0123456789';
const HEX = /[0-9a-fA-F]/;
const ESCAPES = '"\\/bfnrt';
/** Modes in which a number may end. */
const NUMBERS: ReadonlySet<Mode> = new Set<Mode>(['zero', 'digits', 'fraction', 'power']);
const KEY_OF = { string: 'keyString', escape: 'keyEscape', hex: 'keyHex' } as const;

export function verdictOfJson({ stack, mode }: JsonProgress): JsonVerdict {
  if (mode === 'broken') return 'broken';
  return stack === '' && (mode === 'after' || NUMBERS.has(mode)) ? 'valid' : 'open';
}

export function advanceJson(progress: JsonProgress, segment: string): JsonProgress {
  const reader = new Reader(progress);
  for (let at = 0; at < segment.length && reader.mode !== 'broken'; at++) reader.take(segment[at] ?? '');
  if (reader.mode === 'after' && reader.stack === '') return COMPLETE;
  return { stack: reader.stack, mode: reader.mode, count: reader.count };
}

/** End of the object or array at the start of a text; -1 if there is none, or it is open. */
export function endOfContainer(text: string): number {
  const reader = new Reader(JSON_START);
  for (let at = 0; at < text.length && reader.mode !== 'broken'; at++) {
    const char = text[at] ?? '';
    reader.take(char);
    if (reader.mode === 'after' && reader.stack === '' && (char === '}' || char === ']')) return at + 1;
  }
  return -1;
}

class Reader {
  stack: string;
  mode: Mode;
  count: number;

  constructor({ stack, mode, count }: JsonProgress) {
    this.stack = stack;
    this.mode = mode;
    this.count = count;
  }

  take(char: string): void {
    switch (this.mode) {
      case 'string':
      case 'keyString':
        this.#inString(char, this.mode === 'keyString');
        return;
      case 'escape':
      case 'keyEscape':
        this.#inEscape(char, this.mode === 'keyEscape');
        return;
      case 'hex':
      case 'keyHex':
        this.#inHex(char, this.mode === 'keyHex');
        return;
      case 'true':
      case 'false':
      case 'null':
        this.#inLiteral(char, this.mode);
        return;
      case 'minus':
      case 'zero':
      case 'digits':
      case 'point':
      case 'fraction':
      case 'exponent':
      case 'sign':
      case 'power':
        this.#inNumber(char, this.mode);
        return;
      default:
        if (!SPACE.includes(char)) this.#between(char);
    }
  }

  #between(char: string): void {
    switch (this.mode) {
      case 'value':
      case 'first':
        if (char === ']' && this.mode === 'first') this.#close('[');
        else this.#beginValue(char);
        return;
      case 'key':
      case 'firstKey':
        if (char === '"') this.mode = 'keyString';
        else if (char === '}' && this.mode === 'firstKey') this.#close('{');
        else this.mode = 'broken';
        return;
      case 'colon':
        this.mode = char === ':' ? 'value' : 'broken';
        return;
      default:
        this.#afterValue(char);
    }
  }

  #beginValue(char: string): void {
    if (char === '{') this.#open('{', 'firstKey');
    else if (char === '[') this.#open('[', 'first');
    else if (char === '"') this.mode = 'string';
    else if (char === '-') this.mode = 'minus';
    else if (char === '0') this.mode = 'zero';
    else if (DIGITS.includes(char)) this.mode = 'digits';
    else {
      this.count = 1;
      this.mode = char === 't' ? 'true' : char === 'f' ? 'false' : char === 'n' ? 'null' : 'broken';
    }
  }

  #afterValue(char: string): void {
    const inside = this.stack.at(-1);
    if (char === ',' && inside !== undefined) this.mode = inside === '{' ? 'key' : 'value';
    else if (char === '}' || char === ']') this.#close(char === '}' ? '{' : '[');
    else this.mode = 'broken';
  }

  #open(bracket: string, mode: Mode): void {
    this.stack += bracket;
    this.mode = mode;
  }

  #close(bracket: string): void {
    if (this.stack.at(-1) !== bracket) {
      this.mode = 'broken';
      return;
    }
    this.stack = this.stack.slice(0, -1);
    this.mode = 'after';
  }

  #in(mode: keyof typeof KEY_OF, isKey: boolean): void {
    this.mode = isKey ? KEY_OF[mode] : mode;
  }

  #inString(char: string, isKey: boolean): void {
    if (char === '"') this.mode = isKey ? 'colon' : 'after';
    else if (char === '\\') this.#in('escape', isKey);
    else if (char < ' ') this.mode = 'broken';
  }

  #inEscape(char: string, isKey: boolean): void {
    this.count = 4;
    if (char === 'u') this.#in('hex', isKey);
    else if (ESCAPES.includes(char)) this.#in('string', isKey);
    else this.mode = 'broken';
  }

  #inHex(char: string, isKey: boolean): void {
    if (!HEX.test(char)) this.mode = 'broken';
    else if (--this.count === 0) this.#in('string', isKey);
  }

  #inLiteral(char: string, word: 'true' | 'false' | 'null'): void {
    if (char !== word[this.count]) this.mode = 'broken';
    else if (++this.count === word.length) this.mode = 'after';
  }

  #inNumber(char: string, mode: Mode): void {
    const next = nextInNumber(char, mode);
    if (next !== undefined) this.mode = next;
    else if (!NUMBERS.has(mode)) this.mode = 'broken';
    else {
      this.mode = 'after';
      this.take(char);
    }
  }
}

/** The mode after one more character of a number; undefined if the character cannot continue it. */
function nextInNumber(char: string, mode: Mode): Mode | undefined {
  if (DIGITS.includes(char)) {
    if (mode === 'minus') return char === '0' ? 'zero' : 'digits';
    if (mode === 'point' || mode === 'fraction') return 'fraction';
    if (mode === 'digits') return 'digits';
    return mode === 'zero' ? undefined : 'power';
  }
  if (char === '.' && (mode === 'zero' || mode === 'digits')) return 'point';
  if ((char === 'e' || char === 'E') && NUMBERS.has(mode) && mode !== 'power') return 'exponent';
  return (char === '+' || char === '-') && mode === 'exponent' ? 'sign' : undefined;
}
