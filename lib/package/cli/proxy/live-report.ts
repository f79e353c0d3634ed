// Lines about a recording that grows: runs, tool calls and findings.

import { harmlessLine } from '@/lib/core/agui/harmless';
import { lastQuestion } from '@/lib/core/agui/request';
import type { FileBatch } from '@/lib/core/files/types';
import { counted, formatMs } from '@/lib/core/json/format';
import { cut } from '@/lib/core/json/preview';
import { createLintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { endingOf, endingText, isGoodEnding, type RunEnding } from '@/lib/core/metrics/run-ending';
import { elapsedMs } from '@/lib/core/metrics/run-figures';
import type { Model, Run } from '@/lib/core/model/types';
import type { Paint } from '@/lib/package/cli/paint';

/** Events after which a log is replaced once no stream is open: the report contains no more than this and one run. */
const EVENTS_MAX = 50_000;
/** The end of a run beyond these limits is not reported; `cost` is memory in bytes. */
const BOUNDS = { events: 200_000, cost: 64 * 1024 * 1024 };
const TEXT = 60;

interface LiveReport {
  add(batch: FileBatch): void;
  /** The lines since the last call. */
  lines(): readonly string[];
}

function runEnd(run: Run, ending: RunEnding, paint: Paint): string {
  const times = [
    counted(run.events, 'event'),
    ...(run.endMs === undefined ? [] : [formatMs(elapsedMs(run, run.endMs))]),
    ...(run.firstTokenMs === undefined ? [] : [`first token ${formatMs(elapsedMs(run, run.firstTokenMs))}`]),
  ];
  const end = paint(
    isGoodEnding(ending) ? 'good' : 'error',
    `${run.runId} ${harmlessLine(endingText(ending))}`,
  );
  return `${end} (${times.join(', ')})`;
}

class Reported {
  readonly log = createLog({ bounds: BOUNDS });
  readonly #history = createHistory(createLintFold(), this.log);
  readonly #paint: Paint;
  readonly #ended = new Set<number>();
  readonly #called = new Set<number>();
  #runs = 0;
  #findings = 0;
  #isFull = false;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  get hasOpenStream(): boolean {
    return this.log.streams.some((stream) => stream.close === undefined);
  }

  /** True once events are missing in the log. */
  #isBeyond(): boolean {
    // Gaps of the proxy name their stream.
    return this.log.boundaries.some(
      (fact) => fact.kind === 'gap' && fact.reason === 'refused' && fact.stream === undefined,
    );
  }

  lines(): readonly string[] {
    if (this.#isFull) return [];
    if (this.#isBeyond()) {
      this.#isFull = true;
      return ['Too much at once to be reported here. The recording has all of it.'];
    }
    const { model, findings } = this.#history.head();
    const lines = [...this.#startedRuns(model), ...this.#calls(model), ...this.#endedRuns(model)];
    for (const { severity, rule, seq, message } of findings.slice(this.#findings)) {
      if (severity === 'info') continue;
      const where = seq < 0 ? '' : ` at event ${seq}`;
      lines.push(`  ${this.#paint(severity, severity)} ${rule}${where}: ${harmlessLine(message)}`);
    }
    this.#findings = findings.length;
    return lines;
  }

  *#startedRuns({ runs }: Model): Iterable<string> {
    for (; this.#runs < runs.length; this.#runs++) {
      const run = runs.at(this.#runs);
      if (run === undefined) continue;
      const asked = harmlessLine(cut(lastQuestion(run.input), TEXT));
      const question = asked === '' ? '' : ` “${asked}”`;
      yield `${this.#paint('strong', `${run.runId} started`)}${question} ${this.#paint('faint', `${run.stream.method} ${harmlessLine(run.stream.url)}`)}`;
    }
  }

  *#calls({ toolCalls }: Model): Iterable<string> {
    for (const call of toolCalls) {
      if (call.via !== 'stream' || call.status === 'streaming' || this.#called.has(call.index)) continue;
      this.#called.add(call.index);
      yield `  ${this.#paint('info', call.name)}(${harmlessLine(cut(call.args, TEXT))})`;
    }
  }

  *#endedRuns(model: Model): Iterable<string> {
    for (const run of model.runs) {
      if (run.status === 'running' || this.#ended.has(run.index)) continue;
      this.#ended.add(run.index);
      yield runEnd(run, endingOf(run, model, this.log), this.#paint);
    }
  }
}

export function createLiveReport(paint: Paint): LiveReport {
  let reported = new Reported(paint);
  return {
    add(batch) {
      if (reported.log.length > EVENTS_MAX && !reported.hasOpenStream) reported = new Reported(paint);
      reported.log.append(batch);
    },
    lines: () => reported.lines(),
  };
}
