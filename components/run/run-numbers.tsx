// The numbers of one run: small charts, and a table that can be copied.
import { useMemo } from 'preact/hooks';
import { RunCounter, type RunNumbers } from '@/lib/metrics/run-numbers';
import { interruptsOf } from '@/lib/model/queries/interrupts';
import type { Model, Run } from '@/lib/model/types';
import { useWorkspace } from '../context';
import { copyText } from '../files';
import { formatMs, formatSize } from '../format';
import { SeqLink } from '../parts/seq-link';
import { TEXTS } from '../texts';
import { Chart } from '../ui/chart';

const CHART_HEIGHT = 104;
const STALLS_SHOWN = 10;

type Line = readonly [name: string, value: string];

function linesOf(numbers: RunNumbers, run: Run, peopleMs: number): readonly Line[] {
  const { gaps, state, tools, firstEventMs, firstTokenMs } = numbers;
  const seconds = numbers.durationMs / 1000;
  const output = run.usage?.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0) ?? 0;
  const rate = (count: number) => (seconds > 0 ? `${(count / seconds).toFixed(1)}/s` : '–');
  const lines: (Line | undefined)[] = [
    [TEXTS.numbers.duration, formatMs(numbers.durationMs)],
    firstEventMs === undefined ? undefined : [TEXTS.numbers.firstEvent, formatMs(firstEventMs)],
    firstTokenMs === undefined ? undefined : [TEXTS.numbers.firstToken, formatMs(firstTokenMs)],
    [TEXTS.numbers.events, `${numbers.events.toLocaleString()} (${rate(numbers.events)})`],
    [
      TEXTS.numbers.bytes,
      `${formatSize(numbers.bytes)} (${formatSize(Math.round(numbers.bytes / Math.max(numbers.events, 1)))} ${TEXTS.numbers.each})`,
    ],
    [TEXTS.numbers.gaps, `${formatMs(gaps.p50)} · ${formatMs(gaps.p95)} · ${formatMs(gaps.max)}`],
    [TEXTS.numbers.stalls, String(numbers.stalls.length)],
    [TEXTS.numbers.characters, `${numbers.characters.toLocaleString()} (${rate(numbers.characters)})`],
    output === 0 ? undefined : [TEXTS.numbers.tokens, `${output.toLocaleString()} (${rate(output)})`],
    state.snapshots + state.deltas === 0
      ? undefined
      : [
          TEXTS.numbers.state,
          TEXTS.numbers.stateOf(
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
          TEXTS.numbers.tools,
          TEXTS.numbers.toolsOf(tools.calls, formatMs(tools.argumentsMs), formatMs(tools.waitingMs)),
        ],
    peopleMs === 0 ? undefined : [TEXTS.numbers.people, formatMs(peopleMs)],
  ];
  return lines.filter((line) => line !== undefined);
}

/** Times and values of a rate for a chart, per second. */
function seriesOf({ stepMs }: RunNumbers['rate'], counts: readonly number[]) {
  return {
    times: counts.map((_, at) => (at * stepMs) / 1000),
    values: counts.map((count) => (count * 1000) / stepMs),
  };
}

/** How long the answers to a run's questions took. */
function peopleMsOf(model: Model, run: Run): number {
  if (run.status !== 'interrupted') return 0;
  const thread = [...model.threads].find(({ threadId }) => threadId === run.threadId);
  if (thread === undefined) return 0;
  return interruptsOf(model, thread, run.startMs)
    .filter((entry) => entry.run === run.index)
    .reduce((sum, { answer }) => sum + (answer?.afterMs ?? 0), 0);
}

/** The numbers of a run, as of the newest event. */
export function RunNumbersTable({ run }: { run: Run }) {
  const workspace = useWorkspace();
  const { session } = workspace.shown.value;
  const { log } = session;
  const counter = useMemo(() => new RunCounter(log, run.index), [log, run.index]);
  session.reading.revision.value;
  const numbers = counter.read(session.models.newest());
  const text = useMemo(
    () => (numbers === undefined ? undefined : seriesOf(numbers.rate, numbers.rate.characters)),
    [numbers?.events],
  );
  const bytes = useMemo(
    () => (numbers === undefined ? undefined : seriesOf(numbers.rate, numbers.rate.bytes)),
    [numbers?.events],
  );
  if (numbers === undefined || text === undefined || bytes === undefined) return null;
  const lines = linesOf(numbers, run, peopleMsOf(session.models.newest(), run));
  const startMs = log.timeMsOf(run.startSeq ?? 0);
  const pick = (seconds: number) => {
    const wanted = startMs + seconds * 1000;
    let seq = run.startSeq ?? 0;
    const end = run.endSeq ?? log.length - 1;
    for (let low = seq, high = end; low <= high; ) {
      const middle = (low + high) >> 1;
      if (log.timeMsOf(middle) <= wanted) {
        seq = middle;
        low = middle + 1;
      } else high = middle - 1;
    }
    session.cursor.goTo(seq);
  };
  const formatTime = (seconds: number) => `${Number(seconds.toFixed(2))} s`;
  return (
    <section class="run-numbers">
      <h3>
        {TEXTS.numbers.title}{' '}
        <button
          type="button"
          class="link"
          onClick={() => void copyText(workspace, lines.map((line) => line.join('\t')).join('\n'))}
        >
          {TEXTS.numbers.copy}
        </button>
      </h3>
      <div class="charts">
        {numbers.characters > 0 && (
          <figure>
            <figcaption class="dim">{TEXTS.numbers.charactersOverTime}</figcaption>
            <Chart
              label={TEXTS.numbers.charactersOverTime}
              {...text}
              color="--c-text"
              height={CHART_HEIGHT}
              formatTime={formatTime}
              formatValue={(value) => value.toLocaleString()}
              onPick={pick}
            />
          </figure>
        )}
        <figure>
          <figcaption class="dim">{TEXTS.numbers.bytesOverTime}</figcaption>
          <Chart
            label={TEXTS.numbers.bytesOverTime}
            {...bytes}
            color="--c-state"
            height={CHART_HEIGHT}
            formatTime={formatTime}
            formatValue={formatSize}
            onPick={pick}
          />
        </figure>
      </div>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {numbers.stalls.length > 0 && (
        <ul class="stalls">
          {numbers.stalls.slice(0, STALLS_SHOWN).map(({ seq, gapMs }) => (
            <li key={seq}>
              {TEXTS.numbers.stallBefore(formatMs(gapMs))}{' '}
              <SeqLink seq={seq}>
                #{seq} {log.typeOf(seq)}
              </SeqLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
