// Metrics of the runs as CSV (RFC 4180), one row per run.
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';
import { isoTime } from '@/lib/core/json/format';
import { createLintFold } from '@/lib/core/lint/lint';
import { byStream, countOfRun, type FindingsByStream } from '@/lib/core/lint/of-run';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { marksByStream, marksText } from '@/lib/core/log/origin-marks';
import type { Stream } from '@/lib/core/log/types';
import { endingOf, endingText } from '@/lib/core/metrics/run-ending';
import { elapsedMs, tokensOf } from '@/lib/core/metrics/run-figures';
import { RunCounter } from '@/lib/core/metrics/run-metrics';
import type { Model, Run } from '@/lib/core/model/types';

type Cell = string | number | undefined;

interface RunContext {
  readonly log: Log;
  readonly model: Model;
  readonly findings: FindingsByStream;
  readonly marks: ReadonlyMap<Stream, readonly string[]>;
}

/** The beginning of a formula in a spreadsheet, after invisible characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20]/u;

/** Text from the wire must not become a formula. */
function cellOf(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function rowOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function columnsOf(run: Run, { log, model, findings, marks }: RunContext): Readonly<Record<string, Cell>> {
  const { index, runId, threadId, kind, isReplay, status, startMs, endMs } = run;
  const numbers = new RunCounter(log, index).read(model);
  const found = countOfRun(run, findings);
  return {
    run: index + 1,
    'run id': runId,
    'thread id': threadId,
    kind: isReplay && kind === 'conversation' ? 'replay' : kind,
    status,
    ended: endingText(endingOf(run, model, log)),
    start: isoTime(startMs),
    'duration ms': endMs === undefined ? undefined : elapsedMs(run, endMs),
    'held by rules ms': numbers?.heldMs,
    'first event ms': numbers?.firstEventMs,
    'first token ms': numbers?.firstTokenMs,
    'tokens in': tokensOf(run, 'inputTokens'),
    'tokens out': tokensOf(run, 'outputTokens'),
    'tool calls': numbers?.tools.calls ?? 0,
    events: numbers?.events ?? 0,
    'characters on the wire': numbers?.bytes ?? 0,
    'errors found': found.error,
    'warnings found': found.warning,
    'sent, answered or changed by AG-UI Lens': marksText(marks, run.streams),
  };
}

function* rowsOf(context: RunContext): Iterable<string> {
  let isFirst = true;
  for (const run of context.model.runs) {
    const columns = columnsOf(run, context);
    if (isFirst) yield rowOf(Object.keys(columns));
    isFirst = false;
    yield rowOf(Object.values(columns));
  }
}

export const runMetrics: Format = {
  ...factsOf('run-metrics'),
  write({ log, annotations }) {
    const whole = log();
    const off = new Set(annotations?.rulesOff ?? []);
    const { model, findings } = createHistory(createLintFold(undefined, off), whole).head();
    if (model.runs.length === 0) return { refused: 'There is no run in this session.' };
    return rowsOf({ log: whole, model, findings: byStream(findings), marks: marksByStream(whole) });
  },
};
