// Results of a call and their origin; results without a call.

import { formatMs } from '@/lib/core/json/format';
import { cut, cutList } from '@/lib/core/json/preview';
import { pendingDisagreement } from '@/lib/core/model/queries/call-list';
import { callState } from '@/lib/core/model/queries/call-state';
import { afterCallMs, answerOf, orphanResults } from '@/lib/core/model/queries/call-times';
import type { Model, Run, Thread, ToolCallEntry, ToolResult } from '@/lib/core/model/types';
import type { Names } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { ResultValue } from '../messages/inline-call';
import { SeqLink } from '../shared/seq-link';
import { SeveritySign } from '../shared/signs';
import { DETAIL_TEXT_MAX, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';

const SHOWN = 20;

export function CallResults({ call, model }: { call: ToolCallEntry; model: Model }) {
  const words = TEXTS.tools;
  const results = [...call.results].slice(0, SHOWN);
  return (
    <>
      <h3>{call.results.length > 1 ? words.results(call.results.length) : words.result}</h3>
      <Answer call={call} model={model} />
      {call.results.length > 1 && (
        <p class="warning-line">
          <SeveritySign severity="warning" /> {words.duplicates(call.results.length)}
        </p>
      )}
      {results.map((result, index) => (
        <ResultItem key={index} call={call} result={result} index={index} isOnly={results.length === 1} />
      ))}
      {call.results.length > SHOWN && <p class="dim">{TEXTS.more(call.results.length - SHOWN)}</p>}
      <Pending run={model.runs.at(call.run)} call={call} />
    </>
  );
}

interface ResultItemProps {
  readonly call: ToolCallEntry;
  readonly result: ToolResult;
  readonly index: number;
  readonly isOnly: boolean;
}

function ResultItem({ call, result, index, isOnly }: ResultItemProps) {
  const words = TEXTS.tools;
  const afterMs = afterCallMs(call, result);
  return (
    <div class="result">
      <p class="dim">
        {!isOnly && `${index + 1}. `}
        <SeqLink seq={result.seq}>{words.via[result.via](result.seq)}</SeqLink> ·{' '}
        {afterMs !== undefined && `${words.after(formatMs(afterMs))} · `}
        <code>{cut(result.messageId, 40)}</code>
      </p>
      <ResultValue label={`${words.result} ${index + 1}`} value={result.content} />
    </div>
  );
}

function Answer({ call, model }: { call: ToolCallEntry; model: Model }) {
  const words = TEXTS.tools;
  const { models } = useSession();
  const answer = answerOf(call);
  if (answer !== undefined) {
    return (
      <p>
        {words.answeredBy[answer.by]} {answer.run !== call.run && <RunLink run={model.runs.at(answer.run)} />}
      </p>
    );
  }
  // An unanswered call has a bar of its own.
  if (callState(call, model, models.newest()).kind === 'unanswered')
    return <p class="dim">{TEXTS.event.none}</p>;
  return <p class="dim">{words.notYet}</p>;
}

function RunLink({ run }: { run: Run | undefined }) {
  const workspace = useWorkspace();
  const { cursor, names } = useSession();
  if (run?.startSeq === undefined) return null;
  const { startSeq } = run;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        cursor.goTo(startSeq);
        workspace.view.value = 'run';
      }}
    >
      {names.run(run)}
    </button>
  );
}

function* shortOf(ids: readonly string[], names: Names): Iterable<string> {
  for (const id of ids) yield names.id(id);
}

/** Pending calls reported by the run, if they differ from those of the stream. */
function Pending({ run, call }: { run: Run | undefined; call: ToolCallEntry }) {
  const { names } = useSession();
  const found = run === undefined ? undefined : pendingDisagreement(run);
  if (found === undefined) return null;
  const { named, unanswered } = found;
  if (!named.includes(call.id) && !unanswered.includes(call.id)) return null;
  const titleOf = (ids: readonly string[]) => cutList(ids, ROW_TEXT_MAX);
  const listOf = (ids: readonly string[]) => cutList(shortOf(ids, names), DETAIL_TEXT_MAX) || '–';
  return (
    <dl>
      <div>
        <dt>{TEXTS.waitsFor}</dt>
        <dd title={titleOf(named)}>{listOf(named)}</dd>
      </div>
      <div>
        <dt>{TEXTS.unanswered}</dt>
        <dd title={titleOf(unanswered)}>{listOf(unanswered)}</dd>
      </div>
    </dl>
  );
}

export function OrphanResults({ model, thread }: { model: Model; thread: Thread | undefined }) {
  const orphans = thread === undefined ? [] : orphanResults(model, thread);
  if (orphans.length === 0) return null;
  return (
    <section class="pad orphans" aria-label={TEXTS.tools.orphans}>
      <h3>{TEXTS.tools.orphans}</h3>
      <ul>
        {orphans.slice(0, SHOWN).map(({ messageId, toolCallId }, index) => (
          <li key={index}>
            <SeveritySign severity="warning" /> <code>{cut(messageId, 40)}</code>{' '}
            {TEXTS.messages.answerTo(cut(toolCallId, 40))}
          </li>
        ))}
        {orphans.length > SHOWN && <li class="dim">{TEXTS.more(orphans.length - SHOWN)}</li>}
      </ul>
    </section>
  );
}
