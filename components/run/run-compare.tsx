// Two runs side by side: figures and differences.
import { useSignal } from '@preact/signals';
import { isAboveInfo } from '@/lib/core/lint/order';
import { endMsOf } from '@/lib/core/metrics/run-ending';
import {
  FIGURES,
  type Figure,
  figuresOf,
  lastEndOf,
  type RunCounts,
  type RunFigures,
} from '@/lib/core/metrics/run-figures';
import type { Model, Run } from '@/lib/core/model/types';
import { runNumber } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { lazy } from '../shared/lazy';
import { TEXTS } from '../texts';
import type { ComparedRuns } from './compare-body';
import { figureText } from './figure-cell';

function figures(model: Model, run: Run, counts: Omit<RunCounts, 'tools'>): RunFigures {
  const tools = [...model.toolCalls].filter((call) => call.run === run.index).length;
  return figuresOf(run, { ...counts, tools });
}

interface RunCompareProps {
  readonly runs: readonly [Run, Run];
  readonly model: Model;
  onEnd(): void;
}

const CompareBody = lazy(async () => (await import('./compare-body')).CompareBody);

function CompareRest({ runs }: ComparedRuns) {
  const isStopped = useSignal(false);
  if (!isStopped.value) return <CompareBody runs={runs} onCancel={() => (isStopped.value = true)} />;
  return (
    <button type="button" onClick={() => (isStopped.value = false)}>
      {TEXTS.compare.start}
    </button>
  );
}

export function RunCompare({ runs: [first, second], model, onEnd }: RunCompareProps) {
  const session = useSession();
  const { names, summaries } = session;
  const { prices } = useWorkspace().settings.values.value;
  const words = TEXTS.run;
  const findingsOf = (run: Run) =>
    session.findings.listed.value.filter(
      (finding) =>
        isAboveInfo(finding) &&
        finding.seq >= (run.startSeq ?? 0) &&
        finding.seq <= (lastEndOf(run, session.log) ?? Number.POSITIVE_INFINITY) &&
        summaries.runOf(finding.seq)?.index === run.index,
    ).length;
  const figuresIn = (run: Run) =>
    figures(model, run, { prices, findings: findingsOf(run), endMs: endMsOf(run, session.log) });
  const [a, b] = [figuresIn(first), figuresIn(second)];
  const shown = FIGURES.filter((figure) => a[figure] !== undefined || b[figure] !== undefined);
  return (
    <section class="pad run-compare" aria-label={words.compareTitle(names.run(first), names.run(second))}>
      <h2>
        {words.compareTitle(names.run(first), names.run(second))}{' '}
        <button type="button" class="link" onClick={onEnd}>
          {words.compareEnd}
        </button>
      </h2>
      <table class="times">
        <thead>
          <tr>
            <th scope="col">{words.compareFigure}</th>
            <th scope="col">#{runNumber(first)}</th>
            <th scope="col">#{runNumber(second)}</th>
            <th scope="col">{words.compareDifference}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.status}</th>
            <td>{words.statuses[summaries.endingOf(first).kind]}</td>
            <td>{words.statuses[summaries.endingOf(second).kind]}</td>
            <td />
          </tr>
          {shown.map((figure) => (
            <tr key={figure}>
              <th scope="row">{words.figures[figure]}</th>
              <td>{figureText(figure, a[figure])}</td>
              <td>{figureText(figure, b[figure])}</td>
              <td>{differenceText(figure, a[figure], b[figure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CompareRest key={`${first.index} ${second.index}`} runs={[first, second]} />
    </section>
  );
}

function differenceText(figure: Figure, before: number | undefined, after: number | undefined): string {
  if (figure === 'start' || before === undefined || after === undefined || before === after) return '';
  const text = figureText(figure, Math.abs(after - before));
  return `${after > before ? '+' : '−'}${text}`;
}
