// Origins of a text in the page at the cursor: the events that wrote it, for the pane in Elements.
import { countUpTo } from '@/lib/core/json/sorted';
import { searchWriters } from '@/lib/core/model/queries/blame';
import { messageSpans } from '@/lib/core/model/queries/message-spans';
import { findPageText, type TextMatch } from '@/lib/core/model/queries/page-text';
import type { Run } from '@/lib/core/model/types';
import type { Session } from './session';

export interface TextOrigin {
  readonly match: TextMatch;
  /** The first and the last event that wrote it. */
  readonly seq: number;
  readonly lastSeq: number;
  readonly run: Run | undefined;
}

interface TextOrigins {
  /** Best first. */
  readonly listed: readonly TextOrigin[];
  /** Number of matches that are not listed. */
  readonly more: number;
}

const LISTED_MAX = 5;
/** Number of steps, each of which compares a few states; the newest writers come first. */
const STEPS_MAX = 64;

function writtenBy(
  { log, models, cursor }: Session,
  match: TextMatch,
): Pick<TextOrigin, 'seq' | 'lastSeq'> | undefined {
  if (match.kind === 'state') {
    const { threadId, pointer } = match;
    const search = searchWriters({ log, modelAt: models.at }, { threadId, pointer, seq: cursor.seq.value });
    for (let step = 0; step < STEPS_MAX && search.found.length === 0 && !search.isDone; step++) search.step();
    const seq = search.found[0]?.seq;
    return seq === undefined ? undefined : { seq, lastSeq: seq };
  }
  const { from, to } = match;
  if (match.kind === 'call') {
    const { argSeqs, argEnds, startSeq } = match.call;
    const first = argSeqs.at(countUpTo(argEnds, from)) ?? startSeq;
    const last = argSeqs.at(countUpTo(argEnds, Math.max(to - 1, from))) ?? first;
    return { seq: first, lastSeq: last };
  }
  const spans = messageSpans(log, match.entry)?.spans.filter(({ start, end }) => end > from && start < to);
  const { lastSeq } = match.entry;
  return { seq: spans?.[0]?.seq ?? lastSeq, lastSeq: spans?.at(-1)?.seq ?? lastSeq };
}

export function findTextOrigins(session: Session, text: string): TextOrigins {
  const matches = findPageText(session.models.current.value, text);
  const listed = matches.slice(0, LISTED_MAX).flatMap((match) => {
    const written = writtenBy(session, match);
    return written === undefined ? [] : [{ match, ...written, run: session.summaries.runOf(written.seq) }];
  });
  return { listed, more: matches.length - listed.length };
}
