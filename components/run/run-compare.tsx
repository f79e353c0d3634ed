// Two runs side by side: their figures, and what differs in their messages and in the state at their ends.
import type { Json } from '@/lib/agui/json';
import { isAddedBy, lastSeqOf, type RunStarts, startsOf } from '@/lib/compare/run-parts';
import { FIGURES, type Figure, figuresOf, type RunCounts, type RunFigures } from '@/lib/metrics/run-figures';
import { threadIn } from '@/lib/model/queries/blame';
import type { Model, Run } from '@/lib/model/types';
import { runNumber } from '@/lib/session/names';
import { endMsOf } from '@/lib/session/run-ending';
import type { Session } from '@/lib/session/session';
import { type Difference, differences } from '@/lib/values/diff';
import { CompareEvents } from '../compare/compare';
import { useSession, useWorkspace } from '../context';
import { contentOf } from '../messages/message-json';
import { DifferenceList } from '../parts/difference-list';
import { useTurns } from '../parts/in-turns';
import { TEXTS } from '../texts';
import { figureText } from './figure-cell';

/** So many messages are looked at before somebody looks at the clock. */
const STEP = 256;
/** Differences that are looked for. */
const LIMIT = 500;

/** What a run said, and the state at its end. */
function* resultOf(
  { models, log }: Session,
  starts: RunStarts,
  run: Run,
): Generator<void, { readonly messages: Json; readonly state: Json | undefined }> {
  const thread = threadIn(models.at(lastSeqOf(run)), run.threadId);
  const isAdded = isAddedBy(log, starts, run);
  const messages: Json[] = [];
  let count = 0;
  for (const entry of thread?.messages ?? []) {
    if (++count % STEP === 0) yield;
    if (!isAdded(entry)) continue;
    const { message } = entry;
    messages.push({
      role: message.role,
      content: contentOf(message) ?? null,
      // Ids differ from run to run.
      ...(message.role === 'assistant' && {
        calls: (message.toolCalls ?? []).map(({ function: made }) => `${made.name}(${made.arguments})`),
      }),
    });
  }
  return { messages, state: thread?.state };
}

/** What differs; undefined where neither run has anything. */
type Found = readonly Difference[] | undefined;

function foundIn(before: Json | undefined, after: Json | undefined): Found {
  return before === undefined && after === undefined ? undefined : differences(before, after, LIMIT);
}

/** What differs in what two runs said, and in the states at their ends. */
function* comparing(
  session: Session,
  [first, second]: readonly [Run, Run],
): Generator<void, { readonly messages: Found; readonly state: Found }> {
  const starts = startsOf(session.models.newest());
  const a = yield* resultOf(session, starts, first);
  yield;
  const b = yield* resultOf(session, starts, second);
  yield;
  const messages = foundIn(a.messages, b.messages);
  yield;
  return { messages, state: foundIn(a.state, b.state) };
}

function figures(model: Model, run: Run, counts: Omit<RunCounts, 'tools'>): RunFigures {
  const tools = [...model.toolCalls].filter((call) => call.run === run.index).length;
  return figuresOf(run, { ...counts, tools });
}

/** Properties of a RunCompare. */
export interface RunCompareProps {
  readonly runs: readonly [Run, Run];
  readonly model: Model;
  onEnd(): void;
}

/** The comparison. */
export function RunCompare({ runs: [first, second], model, onEnd }: RunCompareProps) {
  const session = useSession();
  const { names, summaries } = session;
  const { prices } = useWorkspace().settings.values.value;
  const words = TEXTS.run;
  const findingsOf = (run: Run) =>
    session.findings.listed.value.filter(
      ({ seq, severity }) =>
        severity !== 'info' &&
        seq >= (run.startSeq ?? 0) &&
        seq <= (run.endSeq ?? Number.POSITIVE_INFINITY) &&
        summaries.runOf(seq)?.index === run.index,
    ).length;
  const figuresIn = (run: Run) =>
    figures(model, run, { prices, findings: findingsOf(run), endMs: endMsOf(run, session.log) });
  const [a, b] = [figuresIn(first), figuresIn(second)];
  const found = useTurns(session.scheduler, () => comparing(session, [first, second]), [
    session,
    first,
    second,
  ]);
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
      {found === undefined && <p role="status">{TEXTS.compare.working}</p>}
      <Compared name={words.compareMessages} found={found?.messages} />
      <Compared name={words.compareState} found={found?.state} />
      <CompareEvents key={`${first.index} ${second.index}`} runs={[first, second]} />
    </section>
  );
}

function differenceText(figure: Figure, before: number | undefined, after: number | undefined): string {
  if (figure === 'start' || before === undefined || after === undefined || before === after) return '';
  const text = figureText(figure, Math.abs(after - before));
  return `${after > before ? '+' : '−'}${text}`;
}

function Compared({ name, found }: { name: string; found: Found }) {
  if (found === undefined) return null;
  return (
    <>
      <h3>{name}</h3>
      {found.length === 0 ? <p class="dim">{TEXTS.same}</p> : <DifferenceList differences={found} />}
    </>
  );
}
