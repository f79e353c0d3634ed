// The shared state at the cursor: as a tree with what the last change touched marked, or as a diff.
import { type Signal, signal } from '@preact/signals';
import type { Json } from '@/lib/agui/json';
import { type Difference, differences } from '@/lib/model/diff';
import type { Model, Thread } from '@/lib/model/types';
import { goTo } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
import { useSession } from '../context';
import { DifferenceList } from '../parts/difference-list';
import { PerspectivePicker } from '../parts/perspective-picker';
import { SeqLink } from '../parts/seq-link';
import { ThreadPicker, useThread } from '../parts/thread-picker';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';

type Base = 'previous' | 'run' | 'pinned';

/** Kept while another view is open: how the state is shown. */
const mode: Signal<'tree' | 'diff'> = signal('tree');
const base: Signal<Base> = signal('previous');

/** The newest state event at or before an event. */
function lastChange(thread: Thread, seq: number): number | undefined {
  let low = 0;
  let high = thread.stateSeqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((thread.stateSeqs.at(middle) ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return thread.stateSeqs.at(low - 1);
}

function stateIn(model: Model, threadId: string): Json | undefined {
  for (const thread of model.threads) if (thread.threadId === threadId) return thread.state;
  return undefined;
}

/** The event whose state is compared with: the one just before the last change, the run's start, the pinned one. */
function baseSeq(
  session: Session,
  thread: Thread,
  which: Base,
  pinned: number | undefined,
): number | undefined {
  const seq = session.seq.value;
  if (which === 'pinned') return pinned;
  if (which === 'previous') {
    const change = lastChange(thread, seq);
    return change === undefined ? undefined : change - 1;
  }
  const run = session.model.value.runs.at(thread.runs.at(thread.runs.length - 1) ?? -1);
  return run?.startSeq;
}

/** State of the thread at the cursor. */
export function StateView() {
  const session = useSession();
  const { pinned } = session;
  const thread = useThread();
  if (thread === undefined || thread.state === undefined) {
    return (
      <div class="pad">
        <ThreadPicker />
        <p class="nothing">{TEXTS.noState}</p>
      </div>
    );
  }

  const change = lastChange(thread, session.seq.value);
  // Nothing is pinned in a session that was just opened.
  const which = base.value === 'pinned' && pinned.value === undefined ? 'previous' : base.value;
  const from = baseSeq(session, thread, which, pinned.value);
  const old = from === undefined ? undefined : stateIn(session.modelAt(from), thread.threadId);
  const touched: readonly Difference[] =
    change === undefined
      ? []
      : differences(stateIn(session.modelAt(change - 1), thread.threadId), thread.state);
  return (
    <div class="state">
      <div class="view-bar">
        <div class="segmented" role="group" aria-label="How the state is shown">
          {(['tree', 'diff'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode.value === name}
              onClick={() => (mode.value = name)}
            >
              {TEXTS[name]}
            </button>
          ))}
        </div>
        {mode.value === 'diff' && (
          <label>
            {TEXTS.diffAgainst}{' '}
            <select value={which} onChange={(event) => (base.value = toBase(event.currentTarget.value))}>
              <option value="previous">{TEXTS.diffPrevious}</option>
              <option value="run">{TEXTS.diffRun}</option>
              {pinned.value !== undefined && (
                <option value="pinned">{`${TEXTS.diffPinned} (#${pinned.value})`}</option>
              )}
            </select>
          </label>
        )}
        <button
          type="button"
          onClick={() => {
            pinned.value = session.seq.value;
            base.value = 'pinned';
            mode.value = 'diff';
          }}
        >
          {TEXTS.pin}
        </button>
        <ThreadPicker />
        <PerspectivePicker />
        <span class="spring" />
        <SeqLink seq={change}>last changed by #{change}</SeqLink>
      </div>
      {thread.statePatchFailure !== undefined && (
        <p class="bar bar-error" role="alert">
          <span>
            Patch of #{thread.statePatchFailure.seq} was not applied: operation{' '}
            {thread.statePatchFailure.operation} failed. {thread.statePatchFailure.message}
          </span>
          <button type="button" onClick={() => goTo(session, thread.statePatchFailure?.seq ?? 0)}>
            Go there
          </button>
        </p>
      )}
      {mode.value === 'tree' ? (
        <JsonTree
          label="State"
          value={thread.state}
          fill
          depth={2}
          changed={new Set(touched.map(({ pointer }) => pointer))}
        />
      ) : (
        <Diff before={old} after={thread.state} />
      )}
    </div>
  );
}

function toBase(value: string): Base {
  return value === 'run' || value === 'pinned' ? value : 'previous';
}

function Diff({ before, after }: { before: Json | undefined; after: Json }) {
  const found = differences(before, after);
  return (
    <div class="pad">
      {found.length === 0 ? <p class="dim">{TEXTS.same}</p> : <DifferenceList differences={found} />}
    </div>
  );
}
