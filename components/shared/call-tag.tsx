// State of a call as a tag; marks client tools that the page's client will not run.
import { useMemo } from 'preact/hooks';
import { formatMs } from '@/lib/core/json/format';
import { isFoundBy } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import type { CallState } from '@/lib/core/model/queries/call-state';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { SeqLink } from './seq-link';

const RULE = 'client-tool-not-run';

/** Findings about calls that the client will not run, up to the cursor, by the first event of the call. */
export function useNotRun(): ReadonlyMap<number, Finding> {
  const { findings, cursor } = useSession();
  const listed = findings.listed.value;
  const { value: position } = cursor.position;
  return useMemo(
    () =>
      new Map(
        listed
          .filter((finding) => finding.rule === RULE && isFoundBy(finding, position))
          .flatMap((finding) => finding.related.map((call) => [call, finding] as const)),
      ),
    [listed, listed.length, position],
  );
}

interface CallTagProps {
  readonly state: CallState;
  readonly nowMs: number;
  readonly notRun: Finding | undefined;
}

export function CallTag({ state, nowMs, notRun }: CallTagProps) {
  const { names } = useSession();
  if (notRun !== undefined)
    return (
      <span class="tag call-unanswered" title={names.inText(notRun.message)}>
        {TEXTS.tools.neverRuns}
      </span>
    );
  const waits =
    state.kind === 'waiting'
      ? TEXTS.tools.waitsFor[state.for](formatMs(Math.max(0, nowMs - state.sinceMs)))
      : undefined;
  return (
    <span class={`tag call-${state.kind}`} title={waits}>
      {TEXTS.tools.states[state.kind]}
    </span>
  );
}

export function NotRun({ finding }: { finding: Finding }) {
  const { names } = useSession();
  return (
    <p class="bar bar-warning" role="status">
      <span>
        {names.inText(finding.message)} <SeqLink seq={finding.seq}>#{finding.seq}</SeqLink>
      </span>
    </p>
  );
}
