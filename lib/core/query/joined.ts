// Searches texts that are split over several deltas; the match is the delta in which the text begins.
import { stringIn } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { Block } from '@/lib/core/log/types';
import { spellingsOf } from '@/lib/core/query/escaped';

type JoinedLog = Pick<Log, 'length' | 'typeOf' | 'entityOf' | 'textOf' | 'at'>;

const DELTAS = /_(CONTENT|ARGS|CHUNK)$/;
/** The end of a JSON string, also in nested JSON, that is neither a key nor a type. */
const END = '\\\\{0,8}"(?!\\s*:)(?<!"type":\\s?"[a-z_]+")';
/** Longest beginning of a text that is searched at the end of a delta. */
const BEGINNING_MAX = 32;
/** Most events between two deltas of one text. */
const NEAR = 400;
const KEY = '"delta":"';
/** Maximum number of remembered deltas whose successors are missing. */
const CUT_MAX = 1_000;

/** Text of a delta; undefined for other events. Most frames need not be decoded. */
function deltaOf(log: JoinedLog, seq: number): string | undefined {
  if (!DELTAS.test(log.typeOf(seq))) return undefined;
  const raw = log.textOf(seq);
  const from = raw.indexOf(KEY) + KEY.length;
  // Nested values may have the key, too.
  const to = from < KEY.length || raw.includes(KEY, from) ? -1 : raw.indexOf('"', from);
  const text = to < 0 ? '\\' : raw.slice(from, to);
  if (!text.includes('\\')) return text;
  return stringIn(log.at(seq)?.event, 'delta');
}

/** Text of the deltas before or after a delta, at least `length` characters if available. */
function neighbours(log: JoinedLog, seq: number, direction: 1 | -1, length: number) {
  const entity = log.entityOf(seq);
  let text = '';
  let at = seq + direction;
  for (
    let left = NEAR;
    left > 0 && at >= 0 && at < log.length && text.length < length;
    left--, at += direction
  ) {
    if (log.entityOf(at) !== entity) continue;
    const delta = deltaOf(log, at) ?? '';
    text = direction === 1 ? text + delta : delta + text;
  }
  return { text, isCut: at >= log.length && text.length < length };
}

/** Source of a regular expression for the beginning of a text at the end of a JSON string. */
function beginningSource(text: string): string {
  const chars = spellingsOf(text);
  const last = chars.length > BEGINNING_MAX ? '' : END;
  return chars
    .slice(0, BEGINNING_MAX)
    .reduceRight((rest, char) => (rest === '' ? `${char}${last}` : `${char}(?:${END}|${rest})`), '');
}

interface JoinedTest {
  /** True if the text begins in the event, or is in it. */
  test(seq: number): boolean;
  /** False if the text begins in no event of a block, unless a frame contains it. */
  mayBeIn(block: Block): boolean;
}

export function createTypeTest(log: Pick<Log, 'typeOf'>, types: RegExp): (block: Block) => boolean {
  return ({ from, end }) => {
    for (let seq = from; seq < end; seq++) if (types.test(log.typeOf(seq))) return true;
    return false;
  };
}

/** Searches a text (lower case) across the deltas of a log. */
export function createJoinedTest(log: JoinedLog, wanted: string): JoinedTest {
  const beginning = new RegExp(beginningSource(wanted), 'gi');
  const hasDeltas = createTypeTest(log, DELTAS);
  const reach = wanted.length - 1;
  const cut = new Set<number>();
  const startsAtEnd = (own: string): boolean => {
    for (let length = Math.min(reach, own.length); length > 0; length--)
      if (wanted.startsWith(own.slice(-length)) || (length === own.length && wanted.startsWith(own)))
        return true;
    return false;
  };
  /** True if the text ends here and its beginning was tested before this event arrived. */
  const endsHere = (seq: number, own: string): boolean => {
    if (cut.size === 0) return false;
    const before = neighbours(log, seq, -1, reach).text.toLowerCase();
    const at = `${before}${own.slice(0, reach)}`.indexOf(wanted);
    return at >= 0 && at < before.length && at + wanted.length > before.length && hasCut(seq);
  };
  const hasCut = (seq: number): boolean => {
    const entity = log.entityOf(seq);
    for (const each of cut) if (each < seq && log.entityOf(each) === entity) return cut.delete(each);
    return false;
  };
  const test = (seq: number): boolean => {
    const own = deltaOf(log, seq)?.toLowerCase();
    if (own === undefined) return false;
    if (own.includes(wanted)) return true;
    if (reach < 1 || log.entityOf(seq) === 0) return false;
    if (startsAtEnd(own)) {
      const after = neighbours(log, seq, 1, reach);
      if (`${own.slice(-reach)}${after.text.toLowerCase()}`.includes(wanted)) return true;
      if (after.isCut) {
        if (cut.size >= CUT_MAX) cut.clear();
        cut.add(seq);
      }
    }
    return endsHere(seq, own);
  };
  const beginsIn = ({ text, at }: Block): boolean => {
    beginning.lastIndex = 0;
    for (let match = beginning.exec(text); match !== null; match = beginning.exec(text)) {
      const { seq, end } = at(match.index);
      if (test(seq)) return true;
      beginning.lastIndex = end;
    }
    return false;
  };
  return {
    test,
    mayBeIn: (block) => beginsIn(block) || (cut.size > 0 && hasDeltas(block)),
  };
}
