// Looks for secrets in what would leave as it is: a short list of patterns, each of a form that nothing else has. A
// list cannot know every secret; it reminds, it does not promise. The patterns are bounded, and begin where a run of
// their characters does: so no text takes much longer than another.

import type { WriteSource } from '@/lib/core/files/types';
import { cut } from '@/lib/core/json/preview';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import { parseBase64 } from '@/lib/messages/base64';
import type { FrameRecord } from '@/lib/messages/records';

interface Pattern {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Further check of a match. */
  isReal?(text: string): boolean;
}

/** A secret that was found. */
export interface FoundSecret {
  readonly kind: string;
  /** Position of the event; -1 outside of events, -2 for a whole message. */
  readonly seq: number;
  /** In words. */
  readonly where: string;
  /** Its beginning and its length: enough to know it again. */
  readonly shown: string;
}

/** Results; `isCut` if a limit ended the search. */
export interface SecretScan {
  readonly found: readonly FoundSecret[];
  readonly isCut: boolean;
}

/** No more are listed. */
const FOUND_MAX = 100;
/** No more is looked at, in UTF-16 units. */
const UNITS_MAX = 16 * 1024 * 1024;
/** Maximum length of an id in a sentence. */
const ID_MAX = 100;

/** The check of card numbers (ISO/IEC 7812): every second digit doubled, the sum ends in zero. */
function passesLuhn(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 13 && sum % 10 === 0 && new Set(digits).size > 1;
}

const PATTERNS: readonly Pattern[] = [
  { kind: 'private key', pattern: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/g },
  { kind: 'JSON Web Token', pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}/g },
  { kind: 'API key', pattern: /(?<![\w-])(?:sk|pk|rk)[-_](?:ant-|proj-|live_|test_)?[\w-]{16,200}/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'Google API key', pattern: /\bAIza[\w-]{35}/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[oprsu]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255})/g },
  { kind: 'GitLab token', pattern: /(?<![\w-])glpat-[\w-]{20,100}/g },
  { kind: 'Slack token', pattern: /(?<![\w-])xox[abeoprs]-[\w-]{10,250}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'bearer token', pattern: /\b[Bb]earer\s{1,4}[\w.~+/-]{16,4000}/g },
  {
    kind: 'password',
    pattern:
      /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']?[^\s"'\\,;}]{6,200}/gi,
  },
  { kind: 'password in a URL', pattern: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"']{1,100}:[^\s/@"']{3,100}@/gi },
  {
    kind: 'e-mail address',
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,4}\.[a-z]{2,24}\b/gi,
  },
  { kind: 'card number', pattern: /(?<!\d|\d[. -])[2-6](?:[ -]?\d){12,18}(?!\d|\.\d)/g, isReal: passesLuhn },
  { kind: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g },
];

function shownOf(text: string): string {
  const rest = text.length - 4;
  return rest <= 0 ? text : `${text.slice(0, 4)}… (${text.length} characters)`;
}

type SearchedSource = Pick<WriteSource, 'log' | 'batches' | 'annotations'>;

/** Names in the session of the events and streams of a part, by their positions in the part. */
export interface Positions {
  readonly seqs: readonly number[];
  readonly streams: readonly number[];
}

function textOfFrame({ text, b64 = '' }: FrameRecord): string {
  return text ?? new TextDecoder().decode(parseBase64(b64));
}

/** Texts with their places. */
function* searchedTexts(
  source: SearchedSource,
  positions: Positions | undefined,
): Iterable<Pick<FoundSecret, 'seq' | 'where'> & { readonly text: string }> {
  const log = source.log();
  for (const { url, requestBody = '', index } of log.streams) {
    const number = (positions?.streams[index] ?? index) + 1;
    yield { seq: -1, where: `request ${number}`, text: `${url}\n${requestBody}` };
  }
  for (const [seq, text] of source.annotations?.notes ?? [])
    yield { seq, where: `the note of event ${seq}`, text };
  // Frames without an event are written, too.
  for (const { records } of source.batches()) {
    for (const record of records) {
      if (record.kind === 'navigation') yield { seq: -1, where: 'the address of the page', text: record.url };
      else if (record.kind === 'frame' && record.dir === 'out')
        yield { seq: -1, where: 'a message that the page sent', text: textOfFrame(record) };
    }
  }
  for (let at = 0; at < log.length; at++) {
    const seq = positions?.seqs[at] ?? at;
    yield { seq, where: `event ${seq}`, text: log.textOf(at) };
  }
  // A secret that was streamed stands in no event as a whole.
  const model = createHistory(modelFold, log).head();
  for (const thread of model.threads) {
    for (const { message, via } of thread.messages) {
      if (via === 'stream')
        yield { seq: -2, where: `message ${cut(message.id, ID_MAX)}`, text: JSON.stringify(asJson(message)) };
    }
  }
}

/** True for a secret that was found before, as the same kind or as part of another: a key behind the word "password". */
function isKnown(seen: ReadonlyMap<string, string>, kind: string, match: string): boolean {
  if (seen.get(match) === kind) return true;
  return [...seen].some(([text, of]) => of !== kind && (text.includes(match) || match.includes(text)));
}

/** The secrets in a session, or in a part of one. */
export function findSecrets(source: SearchedSource, positions?: Positions): SecretScan {
  const found: FoundSecret[] = [];
  /** A secret and its kind. */
  const seen = new Map<string, string>();
  let left = UNITS_MAX;
  for (const { text, ...place } of searchedTexts(source, positions)) {
    const looked = text.slice(0, left);
    left -= looked.length;
    // In JSON, the beginning of a line follows the letter of its escape.
    const plain = looked.replace(/\\[bfnrt]/g, '  ');
    for (const { kind, pattern, isReal } of PATTERNS) {
      for (const [match] of plain.matchAll(pattern)) {
        if (isReal?.(match) === false || isKnown(seen, kind, match)) continue;
        if (found.length === FOUND_MAX) return { found, isCut: true };
        seen.set(match, kind);
        found.push({ ...place, kind, shown: shownOf(match) });
      }
    }
    if (looked.length < text.length) return { found, isCut: true };
  }
  return { found, isCut: false };
}
