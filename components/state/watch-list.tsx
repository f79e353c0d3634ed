// Watched paths: value, writer, and value over time.

import { useEffect, useMemo } from 'preact/hooks';
import { formatMs } from '@/lib/core/json/format';
import type { Json } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';
import { preview } from '@/lib/core/json/preview';
import { heightsOf } from '@/lib/core/model/queries/state-samples';
import { seqAt } from '@/lib/panel/seq-at';
import { createWatcher, type Watcher } from '@/lib/panel/watcher';
import { useSession, useWorkspace } from '../app/context';
import { toggleWatch } from '../menus/state-menu';
import { asPath, asTitle } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { Chart } from '../ui/chart';
import { reveal } from '../ui/tree-state';
import { SearchState, useWriters, WriterLink } from './value-strip';

const CHART_HEIGHT = 26;

/** Chart of numbers or of a few distinct words. */
function WatchChart({ pointer, watcher }: { pointer: string; watcher: Watcher }) {
  const session = useSession();
  const { log } = session;
  const { hovered } = session.choices;
  const turn = watcher.turn.value;
  const { length } = log;
  const startMs = length === 0 ? 0 : log.timeMsOf(0);
  const endMs = length === 0 ? 0 : log.timeMsOf(length - 1);
  // A file without times has only the order of events.
  const isTimed = endMs > startMs;
  const placeOf = (seq: number) => (isTimed ? (log.timeMsOf(seq) - startMs) / 1000 : seq);
  const eventAt = (place: number) =>
    isTimed
      ? seqAt(log, startMs + place * 1000, 0, length - 1)
      : Math.min(Math.max(Math.round(place), 0), length - 1);
  const chart = useMemo(() => {
    const values = watcher.samples.valuesOf(pointer);
    const { seqs } = watcher.samples;
    const found = heightsOf(values);
    if (found === undefined || seqs.length === 0) return undefined;
    const last = found.heights.at(-1) ?? null;
    const known = found.heights.filter((height) => height !== null);
    // The newest value holds up to the end of the log.
    return {
      nameOf: found.nameOf,
      low: known.reduce((low, height) => Math.min(low, height), Number.POSITIVE_INFINITY),
      high: known.reduce((high, height) => Math.max(high, height), Number.NEGATIVE_INFINITY),
      seqs: [...seqs, length - 1],
      times: [...seqs.map(placeOf), placeOf(length - 1)],
      values: [...found.heights, last],
    };
  }, [watcher, turn, pointer, length]);
  if (chart === undefined) return null;
  const pick = (time: number) => {
    let seq = chart.seqs[0] ?? 0;
    for (const [at, place] of chart.times.entries()) if (place <= time) seq = chart.seqs[at] ?? seq;
    session.cursor.goTo(seq);
  };
  return (
    <Chart
      label={TEXTS.state.watchedValue(asPath(pointer), chart.nameOf(chart.low), chart.nameOf(chart.high))}
      times={chart.times}
      values={chart.values}
      color="--c-state"
      height={CHART_HEIGHT}
      isStepped
      isBare
      cursorAt={placeOf(session.cursor.seq.value)}
      formatTime={(time) => (isTimed ? formatMs(time * 1000) : `#${Math.round(time)}`)}
      formatValue={chart.nameOf}
      hoverAt={hovered.value === undefined ? undefined : placeOf(hovered.value)}
      onHover={(time) => {
        hovered.value = time === undefined ? undefined : eventAt(time);
      }}
      onPick={pick}
    />
  );
}

function WatchRow(props: { threadId: string; pointer: string; state: Json; watcher: Watcher }) {
  const { threadId, pointer, state, watcher } = props;
  const workspace = useWorkspace();
  const session = useSession();
  const value = valueAt(state, pointer);
  const finder = useWriters({ threadId, pointer }, 1);
  const [writer] = finder.view.value.writers;
  return (
    <li class="watch">
      <button
        type="button"
        class="link watch-path"
        title={asTitle(pointer)}
        onClick={() => reveal(session.choices.tree, state, pointer)}
      >
        {asPath(pointer)}
      </button>
      <span class={`watch-value ${value === undefined ? 'dim' : ''}`}>
        {value === undefined ? TEXTS.state.valueGone : preview(value, 60)}
      </span>
      <div class="watch-chart">
        <WatchChart pointer={pointer} watcher={watcher} />
      </div>
      <span class="watch-writer">
        {writer === undefined ? <SearchState finder={finder} count={1} /> : <WriterLink writer={writer} />}
      </span>
      <button
        type="button"
        aria-label={TEXTS.state.unwatchPath(asPath(pointer))}
        title={TEXTS.state.unwatch}
        onClick={() => toggleWatch(workspace, pointer)}
      >
        ✕
      </button>
    </li>
  );
}

export function WatchList({ threadId, state }: { threadId: string; state: Json }) {
  const { settings } = useWorkspace();
  const session = useSession();
  const { watched } = settings.values.value;
  const perspective = session.models.perspective.value;
  const watcher = useMemo(
    () => createWatcher(session, threadId, watched),
    [session, threadId, watched, perspective],
  );
  useEffect(() => watcher.dispose, [watcher]);
  const { length } = session.log;
  session.reading.revision.value;
  useEffect(() => {
    if (watched.length > 0) watcher.advance();
  }, [watcher, length]);
  if (watched.length === 0) return null;
  return (
    <section class="watches" aria-label={TEXTS.state.watched}>
      <ul>
        {watched.map((pointer) => (
          <WatchRow key={pointer} threadId={threadId} pointer={pointer} state={state} watcher={watcher} />
        ))}
      </ul>
    </section>
  );
}
