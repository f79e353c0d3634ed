// Metrics of a run: charts, and a table to copy.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatMs, formatNumber, formatSize, formatTick } from '@/lib/core/json/format';
import { runInTurns } from '@/lib/core/json/steps';
import { lastEndOf, tokensOf } from '@/lib/core/metrics/run-figures';
import { RunCounter, type RunMetrics } from '@/lib/core/metrics/run-metrics';
import { threadIn } from '@/lib/core/model/queries/blame';
import { interruptsOf } from '@/lib/core/model/queries/interrupts';
import type { Model, Run } from '@/lib/core/model/types';
import { type Scheduler, TURN_MS } from '@/lib/panel/scheduler';
import { seqAt } from '@/lib/panel/seq-at';
import { useSession, useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { SeqLink } from '../shared/seq-link';
import { TEXTS } from '../texts';
import { Chart } from '../ui/chart';
import { Fact } from '../ui/fact';

const CHART_HEIGHT = 104;
const STALLS_SHOWN = 10;

type Line = readonly [name: string, value: string];

function linesOf(numbers: RunMetrics, run: Run, peopleMs: number): readonly Line[] {
  const { gaps, state, tools, firstEventMs, firstTokenMs } = numbers;
  const seconds = numbers.durationMs / 1000;
  const output = tokensOf(run, 'outputTokens') ?? 0;
  const secondsOfTokens = seconds - (firstTokenMs ?? 0) / 1000;
  const rate = (count: number, over = seconds) => (over > 0 ? `${formatNumber(count / over, 1)}/s` : '–');
  const lines: (Line | undefined)[] = [
    [TEXTS.run.numbers.duration, formatMs(numbers.durationMs)],
    numbers.heldMs === 0 ? undefined : [TEXTS.run.numbers.held, formatMs(numbers.heldMs)],
    firstEventMs === undefined ? undefined : [TEXTS.run.numbers.firstEvent, formatMs(firstEventMs)],
    firstTokenMs === undefined ? undefined : [TEXTS.run.numbers.firstToken, formatMs(firstTokenMs)],
    [TEXTS.run.numbers.events, `${formatNumber(numbers.events)} (${rate(numbers.events)})`],
    [
      TEXTS.run.numbers.bytes,
      `${formatSize(numbers.bytes)} (${formatSize(Math.round(numbers.bytes / Math.max(numbers.events, 1)))} ${TEXTS.run.numbers.each})`,
    ],
    [TEXTS.run.numbers.gaps, `${formatMs(gaps.p50)} · ${formatMs(gaps.p95)} · ${formatMs(gaps.max)}`],
    [TEXTS.run.numbers.stalls, String(numbers.stalls.length)],
    [TEXTS.run.numbers.characters, `${formatNumber(numbers.characters)} (${rate(numbers.characters)})`],
    output === 0
      ? undefined
      : [TEXTS.run.numbers.tokens, `${formatNumber(output)} (${rate(output, secondsOfTokens)})`],
    state.snapshots + state.deltas === 0
      ? undefined
      : [
          TEXTS.run.numbers.state,
          TEXTS.run.numbers.stateOf(
            state.snapshots,
            state.deltas,
            state.operations,
            formatSize(state.bytes),
            formatSize(state.largest),
          ),
        ],
    tools.calls === 0
      ? undefined
      : [
          TEXTS.run.numbers.tools,
          TEXTS.run.numbers.toolsOf(tools.calls, formatMs(tools.argumentsMs), formatMs(tools.waitingMs)),
        ],
    peopleMs === 0 ? undefined : [TEXTS.run.numbers.people, formatMs(peopleMs)],
  ];
  return lines.filter((line) => line !== undefined);
}

function seriesOf({ stepMs }: RunMetrics['rate'], counts: readonly number[]) {
  const values = counts.map((count) => (count * 1000) / stepMs);
  // Repeats the last value to close the last step.
  return {
    times: [...counts, 0].map((_, at) => (at * stepMs) / 1000),
    values: [...values, values.at(-1) ?? 0],
  };
}

/** Time until the interrupts of a run were answered, ms. */
function userWaitMs(model: Model, run: Run): number {
  if (run.status !== 'interrupted') return 0;
  const thread = threadIn(model, run.threadId);
  if (thread === undefined) return 0;
  return interruptsOf(model, thread, run.startMs, run)
    .filter((entry) => entry.run === run.index)
    .reduce((sum, { answer }) => sum + (answer?.afterMs ?? 0), 0);
}

interface Turns<T> {
  readonly found: ReadonlySignal<T | undefined>;
  stop(): void;
}

function inTurns<T>(scheduler: Scheduler, steps: Iterator<unknown, T>): Turns<T> {
  const found = signal<T | undefined>(undefined);
  const stop = runInTurns(steps, scheduler, {
    turnMs: TURN_MS,
    done: (value) => {
      found.value = value;
    },
  });
  return { found, stop };
}

/** Result of the steps; undefined while running. Restarts with other `inputs`. */
function useTurns<T>(
  scheduler: Scheduler,
  begin: () => Iterator<unknown, T>,
  inputs: readonly unknown[],
): T | undefined {
  const turns = useMemo(() => inTurns(scheduler, begin()), inputs);
  useEffect(() => turns.stop, [turns]);
  return turns.found.value;
}

export function RunNumbersTable({ run, model }: { run: Run; model: Model }) {
  const workspace = useWorkspace();
  const { log, cursor, scheduler } = workspace.current.value.session;
  const seq = cursor.seq.value;
  const counted = useRef<{ readonly counter: RunCounter; readonly upTo: number } | undefined>(undefined);
  const numbers = useTurns(scheduler, () => {
    const known = counted.current;
    // The counter only advances: a new one starts when the cursor moves back.
    const counter = known !== undefined && known.upTo <= seq ? known.counter : new RunCounter(log, run.index);
    counted.current = { counter, upTo: seq };
    return counter.steps(model, seq);
  }, [log, run.index, model, seq]);
  if (numbers === undefined) return null;
  const lines = linesOf(numbers, run, userWaitMs(model, run));
  return (
    <section class="run-numbers">
      <h3>
        {TEXTS.run.numbers.title}{' '}
        <button
          type="button"
          class="link"
          onClick={() => void copyText(workspace, lines.map((line) => line.join('\t')).join('\n'))}
        >
          {TEXTS.run.numbers.copy}
        </button>
      </h3>
      <Rates run={run} numbers={numbers} />
      <dl>
        {lines.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <Stalls numbers={numbers} />
    </section>
  );
}

function Rates({ run, numbers }: { run: Run; numbers: RunMetrics }) {
  const { log, cursor, choices } = useSession();
  const { hovered } = choices;
  const { rate, events, durationMs, heldMs } = numbers;
  const text = useMemo(() => seriesOf(rate, rate.characters), [events]);
  const { startMs } = run;
  const stalls = useMemo(
    () =>
      numbers.stalls.map(({ seq, gapMs }) => {
        const endMs = log.timeMsOf(seq) - startMs;
        return { from: (endMs - gapMs) / 1000, to: endMs / 1000 };
      }),
    [events],
  );
  const first = run.startSeq ?? 0;
  const eventAt = (seconds: number) =>
    seqAt(log, startMs + seconds * 1000, first, lastEndOf(run, log, cursor.seq.value) ?? cursor.seq.value);
  const hoveredMs = hovered.value === undefined ? -1 : log.timeMsOf(hovered.value) - startMs;
  const isInside = hoveredMs >= 0 && hoveredMs <= durationMs + heldMs;
  const words = TEXTS.run.numbers;
  if (numbers.characters === 0) return null;
  return (
    <figure class="run-chart">
      <figcaption class="dim">
        {words.charactersOverTime}
        {stalls.length > 0 && ` · ${words.stallsShaded}`}
      </figcaption>
      <Chart
        label={words.charactersOverTime}
        {...text}
        height={CHART_HEIGHT}
        formatTime={formatTick}
        hoverAt={isInside ? hoveredMs / 1000 : undefined}
        onHover={(seconds) => {
          hovered.value = seconds === undefined ? undefined : eventAt(seconds);
        }}
        onPick={(seconds) => cursor.goTo(eventAt(seconds))}
        bands={stalls}
        color="--c-text"
        formatValue={formatNumber}
      />
    </figure>
  );
}

function Stalls({ numbers: { stalls } }: { numbers: RunMetrics }) {
  const { log } = useSession();
  if (stalls.length === 0) return null;
  return (
    <ul class="stalls">
      {stalls.slice(0, STALLS_SHOWN).map(({ seq, gapMs }) => (
        <li key={seq}>
          {TEXTS.run.numbers.stallBefore(formatMs(gapMs))}{' '}
          <SeqLink seq={seq}>
            #{seq} {log.typeOf(seq)}
          </SeqLink>
        </li>
      ))}
    </ul>
  );
}
