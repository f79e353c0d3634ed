// The findings of what was opened, in one pass.

import type { Readers } from '@/lib/core/consumers/consumers';
import type { Profile } from '@/lib/core/consumers/profile';
import { type Content, isNearEvent, sayNoEvents } from '@/lib/core/files/no-events';
import { createLintFold } from '@/lib/core/lint/lint';
import { bySeq } from '@/lib/core/lint/order';
import type { Finding, Linted, LintFold } from '@/lib/core/lint/types';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { foldSteps, type LogStep, type LogWalk } from '@/lib/core/log/walk';
import { LensError } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/opened';

/** How many gaps are named. */
const GAPS_NAMED = 3;

/** What a file lacks: what is said about the rest may be wrong. */
function missingOf(gaps: readonly string[]): string | undefined {
  if (gaps.length === 0) return undefined;
  const more = gaps.length > GAPS_NAMED ? `; and ${gaps.length - GAPS_NAMED} more` : '';
  return `Something is missing in this file, and is not judged: ${gaps.slice(0, GAPS_NAMED).join('; ')}${more}.`;
}

type Gap = Extract<Boundary, { kind: 'gap' }>;

/** To be asked for at the end: a gap may have grown until then. */
function gapText({ detail, stream }: Gap): string {
  const what = detail.replace(/\.$/, '');
  return stream === undefined ? what : `${what} (stream ${stream.index})`;
}

/** The findings, and what they were found in. */
export interface CheckedWalk {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
  readonly missing: string | undefined;
  readonly streams: readonly Stream[];
  /** Number of frames. */
  readonly length: number;
}

interface Noted {
  readonly linted: Linted;
  readonly content: Content;
  readonly missing: string | undefined;
}

/** Runs the rules over a file, and notes what it holds. */
function lintAll(walk: LogWalk, fold: LintFold): Noted {
  const gaps: Gap[] = [];
  const types = new Set<string>();
  let length = 0;
  let hasNamedFrame = false;
  let firstFrame = '';
  const noted = function* (): Iterable<LogStep> {
    for (const step of walk.steps()) {
      if ('event' in step) {
        const { type, stream, raw } = step.event;
        if (length++ === 0) firstFrame = raw;
        types.add(type);
        hasNamedFrame ||= type !== '' && stream.isUnjudged !== true;
      } else if (isNearEvent(step.boundary)) hasNamedFrame = true;
      else if (step.boundary.kind === 'gap' && step.boundary.reason !== 'not-ag-ui') {
        gaps.push(step.boundary);
      }
      yield step;
    }
  };
  const linted = foldSteps(fold, noted());
  const content = { length, hasNamedFrame, firstFrame, streams: walk.streams, typeNames: [...types] };
  return { linted, content, missing: missingOf(gaps.map(gapText)) };
}

/** Judges what was opened; throws a LensError if it holds no event. */
export function checkWalk(
  opened: Pick<Opened, 'name' | 'walk'>,
  profile: Profile | Readers,
  off: ReadonlySet<string>,
): CheckedWalk {
  const { linted, content, missing } = lintAll(opened.walk(), createLintFold(profile, off));
  const empty = sayNoEvents(opened.name, content);
  if (empty !== undefined) throw new LensError(missing === undefined ? empty : `${empty} ${missing}`);
  const { findings, leftOut } = linted;
  const { streams, length } = content;
  return { findings: [...findings].sort(bySeq), leftOut, missing, streams, length };
}
