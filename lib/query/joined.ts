// Texts as people read them: joined over the deltas that brought them. A text is found at the delta where it begins.
import type { Log } from '@/lib/log/log';

/** What is looked at of the log. */
export type JoinedLog = Pick<Log, 'length' | 'typeOf' | 'entityOf' | 'rawOf' | 'at'>;

const DELTAS = /_(CONTENT|ARGS|CHUNK)$/;
/** Events that may stand between two deltas of one text. */
const NEAR = 400;
const KEY = '"delta":"';
/** Deltas of which the next ones had not come yet when they were looked at. */
const CUT_MAX = 1_000;

/** The text that an event brings; undefined where it brings none. Most frames are not decoded for it. */
function deltaOf(log: JoinedLog, seq: number): string | undefined {
  if (!DELTAS.test(log.typeOf(seq))) return undefined;
  const raw = log.rawOf(seq);
  const from = raw.indexOf(KEY) + KEY.length;
  const to = from < KEY.length ? -1 : raw.indexOf('"', from);
  const text = to < 0 ? '\\' : raw.slice(from, to);
  if (!text.includes('\\')) return text;
  const delta = log.at(seq)?.event?.['delta'];
  return typeof delta === 'string' ? delta : undefined;
}

/** The text of the neighbours of a delta in one direction, at least so many characters where there are. */
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

/** Tells whether a text, in lower case, begins in an event or is in it. */
export function createJoinedTest(log: JoinedLog, wanted: string): (seq: number) => boolean {
  const reach = wanted.length - 1;
  const cut = new Set<number>();
  const startsAtEnd = (own: string): boolean => {
    for (let length = Math.min(reach, own.length); length > 0; length--)
      if (wanted.startsWith(own.slice(-length)) || (length === own.length && wanted.startsWith(own)))
        return true;
    return false;
  };
  /** Whether it ends here, and its beginning was looked at before this event had come. */
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
  return (seq) => {
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
}
