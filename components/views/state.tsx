// The shared state at the cursor: a tree with the last change highlighted, or a diff.

import { useMemo } from 'preact/hooks';
import { differences } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import { countUpTo } from '@/lib/core/json/sorted';
import { lastEndOf } from '@/lib/core/metrics/run-figures';
import { threadIn } from '@/lib/core/model/queries/blame';
import type { Run, Thread } from '@/lib/core/model/types';
import type { DiffBase } from '@/lib/panel/choices';
import type { Session } from '@/lib/panel/session';
import { useSession, useWorkspace } from '../app/context';
import { PerspectivePicker, ThreadPicker, useThread } from '../shared/pickers';
import { SeqLink } from '../shared/seq-link';
import { asTitle } from '../shared/text-limits';
import { FailedPatch } from '../state/failed-patch';
import { StateDiff } from '../state/state-diff';
import { StateTree } from '../state/state-tree';
import { WatchList } from '../state/watch-list';
import { TEXTS } from '../texts';

const RUNS_MAX = 100;

function lastChange({ stateSeqs }: Thread, seq: number): number | undefined {
  return stateSeqs.at(countUpTo(stateSeqs, seq) - 1);
}

function endedRuns(session: Session): readonly Run[] {
  session.reading.revision.value;
  const { runs } = session.models.newest();
  const ended: Run[] = [];
  for (let index = runs.length - 1; index >= 0 && ended.length < RUNS_MAX; index--) {
    const run = runs.at(index);
    if (run?.endSeq !== undefined && run.startSeq !== undefined && run.kind === 'conversation')
      ended.push(run);
  }
  return ended;
}

/** The event to compare with, and the thread whose state is compared. */
function baseOf(
  session: Session,
  thread: Thread,
  which: DiffBase,
): { seq?: number | undefined; threadId: string } {
  const { threadId } = thread;
  if (which === 'pinned') return { seq: session.choices.pinned.value, threadId };
  if (which === 'previous') {
    const change = lastChange(thread, session.cursor.seq.value);
    return { seq: change === undefined ? undefined : change - 1, threadId };
  }
  if (which === 'run') {
    const run = session.models.current.value.runs.at(thread.runs.at(thread.runs.length - 1) ?? -1);
    return { seq: run?.startSeq, threadId };
  }
  const run = session.models.newest().runs.at(Number(which.slice(4)));
  return { seq: run && lastEndOf(run, session.log), threadId: run?.threadId ?? threadId };
}

function toBase(value: string): DiffBase {
  if (value === 'run' || value === 'pinned') return value;
  const run = /^end (\d+)$/.exec(value)?.[1];
  return run === undefined ? 'previous' : `end ${Number(run)}`;
}

function BasePicker({ which }: { which: DiffBase }) {
  const session = useSession();
  const { pinned, diffBase } = session.choices;
  const runs = endedRuns(session);
  return (
    <label>
      {TEXTS.state.diffAgainst}{' '}
      <select value={which} onChange={(event) => (diffBase.value = toBase(event.currentTarget.value))}>
        <option value="previous">{TEXTS.state.diffPrevious}</option>
        <option value="run">{TEXTS.state.diffRun}</option>
        {pinned.value !== undefined && (
          <option value="pinned">{`${TEXTS.state.diffPinned} (#${pinned.value})`}</option>
        )}
        {runs.length > 0 && (
          <optgroup label={TEXTS.state.diffEnds}>
            {runs.map((run) => (
              <option
                key={run.index}
                value={`end ${run.index}`}
                title={asTitle(`${run.runId} · ${run.threadId}`)}
              >
                {TEXTS.state.diffEnd(session.names.run(run))}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

export function StateView() {
  const session = useSession();
  const thread = useThread();
  if (thread === undefined || thread.state === undefined) {
    return (
      <div class="pad">
        <ThreadPicker />
        <p class="nothing">{TEXTS.state.noState}</p>
      </div>
    );
  }
  return <StateOf session={session} thread={thread} state={thread.state} />;
}

function StateOf({ session, thread, state }: { session: Session; thread: Thread; state: Json }) {
  const { settings } = useWorkspace();
  const { stateForm } = settings.values.value;
  const { pinned, diffBase } = session.choices;
  const { threadId, statePatchFailure } = thread;
  const change = lastChange(thread, session.cursor.seq.value);
  const perspective = session.models.perspective.value;
  const which = baseOf(session, thread, diffBase.value).seq === undefined ? 'previous' : diffBase.value;
  const highlights = useMemo(
    () =>
      change === undefined
        ? []
        : differences(threadIn(session.models.at(change - 1), threadId)?.state, state),
    [session, perspective, threadId, change, state],
  );
  return (
    <div class="state">
      <div class="view-bar">
        <div class="segmented" role="group" aria-label={TEXTS.state.stateShown}>
          {(['tree', 'diff'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={stateForm === name}
              onClick={() => settings.change({ stateForm: name })}
            >
              {TEXTS.state[name]}
            </button>
          ))}
        </div>
        {stateForm === 'diff' && <BasePicker which={which} />}
        {stateForm === 'diff' && (
          <button
            type="button"
            onClick={() => {
              pinned.value = session.cursor.seq.value;
              diffBase.value = 'pinned';
            }}
          >
            {TEXTS.state.pin}
          </button>
        )}
        <ThreadPicker />
        <PerspectivePicker />
        <span class="spring" />
        <span class="last-changed">
          <SeqLink seq={change}>
            {TEXTS.state[highlights.length === 0 ? 'changedNothing' : 'lastChanged'](change ?? 0)}
          </SeqLink>
        </span>
      </div>
      {statePatchFailure !== undefined && <FailedPatch threadId={threadId} failure={statePatchFailure} />}
      <WatchList threadId={threadId} state={state} />
      {stateForm === 'tree' ? (
        <StateTree threadId={threadId} state={state} highlights={highlights} />
      ) : (
        <Compared thread={thread} state={state} which={which} />
      )}
    </div>
  );
}

function Compared({ thread, state, which }: { thread: Thread; state: Json; which: DiffBase }) {
  const session = useSession();
  const { seq, threadId } = baseOf(session, thread, which);
  const old = seq === undefined ? undefined : threadIn(session.models.at(seq), threadId)?.state;
  return <StateDiff before={old} after={state} />;
}
