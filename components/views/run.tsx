// The Run view: the runs of all threads, and the selected one in full.

import { useMemo } from 'preact/hooks';
import { declaredAgent } from '@/lib/core/agui/capabilities';
import { jsonIn } from '@/lib/core/agui/events';
import { fileOfDoc } from '@/lib/core/files/merged-files';
import { formatClock, formatMs, formatSize, hasClock } from '@/lib/core/json/format';
import type { Json } from '@/lib/core/json/json';
import { cut, cutList, preview } from '@/lib/core/json/preview';
import { endMsOf } from '@/lib/core/metrics/run-ending';
import { elapsedMs, heldIn, lastEndOf, spentMs } from '@/lib/core/metrics/run-figures';
import { threadIn } from '@/lib/core/model/queries/blame';
import { pendingForApp } from '@/lib/core/model/queries/call-state';
import { interruptsOf } from '@/lib/core/model/queries/interrupts';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import { overlapsOf } from '@/lib/core/model/queries/overlaps';
import type { Model, Run, Thread } from '@/lib/core/model/types';
import { goToStreamEnd } from '@/lib/panel/navigate';
import type { Session } from '@/lib/panel/session';
import { streamAt } from '@/lib/panel/stream-at';
import { useSession, useWorkspace } from '../app/context';
import { endOf } from '../list/boundary-row';
import { InterruptTable } from '../run/interrupt-table';
import { RunActions } from '../run/run-actions';
import { RunCompare } from '../run/run-compare';
import { RunNumbersTable } from '../run/run-metrics';
import { ENDING_SIGNS, linkText } from '../run/run-row';
import { lineageIn } from '../run/run-rows';
import { RunTable } from '../run/run-table';
import { SentRequest } from '../run/sent-request';
import { FoundDetails } from '../shared/found-details';
import { NewestItems } from '../shared/newest-items';
import { Panes, showPane } from '../shared/panes';
import { RawText } from '../shared/raw-text';
import { SeqLink } from '../shared/seq-link';
import { asTitle, DETAIL_TEXT_MAX, ROW_TEXT_MAX } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fact } from '../ui/fact';

export function RunView() {
  const { settings } = useWorkspace();
  const session = useSession();
  const { models, choices, reading } = session;
  reading.revision.value;
  const model = models.current.value;
  const isLive = session.cursor.at.value === 'live';
  const all = isLive ? model : models.seenBy(models.perspective.value, reading.length.value - 1);
  const newest = isLive || models.perspective.value === 'app' ? all : models.newest();
  if (newest.runs.length === 0) return <p class="nothing">{TEXTS.run.noRuns}</p>;
  const selected = chosenRun(session, model) ?? model.runs.at(-1);
  /** The selection holds until the cursor moves. */
  const keep = (index: number) => {
    const { at, boundary } = session.cursor;
    choices.run.value = { index, at: at.value, boundary: boundary.value };
  };
  const choose = (index: number) => {
    const run = newest.runs.at(index);
    if (run !== undefined) goToEnd(session, run);
    keep(index);
    showPane(settings, 'run');
  };
  const thread = selected && threadIn(model, selected.threadId);
  const compared = choices.compared.value.flatMap((index) => newest.runs.at(index) ?? []);
  const [first, second, third] = compared;
  const isPair = first !== undefined && second !== undefined && third === undefined;
  return (
    <Panes
      name="run"
      isStacked
      canClose
      first={
        <RunTable
          here={model}
          all={newest}
          selected={selected?.index}
          onChoose={choose}
          onFound={(index) => {
            keep(index);
            showPane(settings, 'run');
          }}
          onCompare={(index) => {
            choices.compared.value = toggled(choices.compared.value, index);
            showPane(settings, 'run');
          }}
        />
      }
      second={
        <FoundDetails>
          {first !== undefined && !isPair && (
            <p class="bar">
              {second === undefined ? TEXTS.run.compareMore : TEXTS.run.compareTwo(compared.length)}
            </p>
          )}
          {isPair && (
            <RunCompare
              runs={[first, second]}
              model={newest}
              onEnd={() => {
                choices.compared.value = [];
              }}
            />
          )}
          {!isPair && selected !== undefined && thread !== undefined && (
            <RunDetails key={selected.index} run={selected} thread={thread} model={model} onChoose={choose} />
          )}
        </FoundDetails>
      }
    />
  );
}

/** The selected run, or the one of the event or request at the cursor. */
function chosenRun({ choices, cursor, summaries, log }: Session, { runs }: Model): Run | undefined {
  const chosen = choices.run.value;
  const [at, boundary] = [cursor.at.value, cursor.boundary.value];
  if (chosen !== undefined && chosen.at === at && chosen.boundary === boundary) return runs.at(chosen.index);
  if (at === 'live') return undefined;
  const fact = log.boundaries[boundary ?? -1];
  if (fact !== undefined && 'stream' in fact && fact.stream !== undefined) {
    const input = fact.kind === 'request' ? fact.input : fact.stream.input;
    const asked = summaries.askedBy(fact.stream, input);
    return asked && runs.at(asked.index);
  }
  const own = summaries.runOf(cursor.seq.value);
  return own && runs.at(own.index);
}

function toggled(chosen: readonly number[], index: number): readonly number[] {
  return chosen.includes(index) ? chosen.filter((each) => each !== index) : [...chosen, index];
}

function goToEnd(session: Session, run: Run): void {
  const end = lastEndOf(run, session.log);
  if (run.status === 'running') session.cursor.goLive();
  else if (end !== undefined) session.cursor.goTo(end);
  // Without an end event, goes to the end of its stream.
  else goToStreamEnd(session, run.streams.at(-1) ?? run.stream);
}

interface DetailsProps {
  readonly run: Run;
  readonly thread: Thread;
  /** As of the cursor. */
  readonly model: Model;
  onChoose(run: number): void;
}

function RunDetails({ run, thread, model, onChoose }: DetailsProps) {
  const { stream } = run;
  const { names, summaries, cursor, log } = useSession();
  const ending = summaries.endingAt(run, { model, seq: cursor.seq.value });
  const end = lastEndOf(run, log, cursor.seq.value);
  const head = streamAt(log, cursor, stream).head;
  const agent = declaredAgent(model.declarations, stream);
  return (
    <section class="pad" aria-label={names.run(run)}>
      <h2 title={asTitle(run.runId)}>
        {ENDING_SIGNS[ending.kind]} {names.run(run)}{' '}
        <span class="dim" title={asTitle(run.threadId)}>
          {TEXTS.run.statuses[ending.kind]}
          {thread.runs.length > 1 && ` · ${TEXTS.run.thread} ${names.thread(thread)}`}
        </span>
      </h2>
      {run.error !== undefined && (
        <p class="bar bar-error" role="alert">
          {run.error.code !== undefined && <code>{cut(run.error.code, DETAIL_TEXT_MAX)}</code>}{' '}
          {cut(run.error.message, DETAIL_TEXT_MAX)}
        </p>
      )}
      <p>
        <SeqLink seq={run.startSeq}>{TEXTS.run.startedBy(run.startSeq)}</SeqLink>
        <SeqLink seq={end}>{TEXTS.run.endedBy(end)}</SeqLink>
      </p>
      <RunActions run={run} model={model} />
      <Facts run={run} model={model} onChoose={onChoose} />
      <Questions run={run} model={model} onChoose={onChoose} />
      <RunNumbersTable run={run} model={model} />
      {run.usage !== undefined && <Part title={TEXTS.run.usage} value={jsonIn(run.usage)} depth={3} />}
      {run.outcome !== undefined && <Part title={TEXTS.run.outcome} value={run.outcome} depth={2} />}
      {run.result !== undefined && <Part title={TEXTS.run.result} value={run.result} depth={2} />}
      <Steps run={run} />
      <Subagents run={run} model={model} />
      {agent !== undefined && (
        <Part title={TEXTS.run.capabilities(agent.name ?? agent.id)} value={agent.capabilities} depth={2} />
      )}
      <SentRequest run={run} />
      {head !== undefined && head !== '' && (
        <>
          <h3>{TEXTS.answer}</h3>
          <RawText text={head} />
        </>
      )}
    </section>
  );
}

function Facts({ run, model, onChoose }: Omit<DetailsProps, 'thread'>) {
  const { names, log, cursor } = useSession();
  const endMs = endMsOf(run, log, cursor.seq.value);
  const thread = threadIn(model, run.threadId);
  const row = thread && lineageIn(model, thread).find(({ node }) => node.run === run.index);
  const parent = row?.node.parent;
  const hasParent = run.parentRunId !== undefined && run.parentRunId !== run.runId;
  const plainLink = row?.node.link === 'next' ? 'next' : hasParent ? 'unknown' : 'root';
  const link = row && (linkText(model, row, names) ?? TEXTS.run.plainLinks[plainLink]);
  const token = run.firstTokenMs;
  const file = fileOfDoc(run.stream.doc);
  const held = endMs === undefined ? 0 : heldIn(run, run.startMs, endMs);
  const overlaps = thread === undefined ? [] : overlapsOf(model, thread, run);
  return (
    <dl>
      <Fact name={TEXTS.run.comesFrom}>
        {link}{' '}
        {parent !== undefined && (
          <button type="button" class="link" onClick={() => onChoose(parent)}>
            {TEXTS.run.showRun}
          </button>
        )}
      </Fact>
      {overlaps.length > 0 && (
        <Fact name={TEXTS.run.overlaps}>{overlaps.map((other) => names.run(other)).join(', ')}</Fact>
      )}
      <Fact name="runId">{cut(run.runId, DETAIL_TEXT_MAX)}</Fact>
      <Fact name="threadId">{cut(run.threadId, DETAIL_TEXT_MAX)}</Fact>
      {run.parentRunId !== undefined && (
        <Fact name="parentRunId">{cut(run.parentRunId, DETAIL_TEXT_MAX)}</Fact>
      )}
      {file !== undefined && <Fact name={TEXTS.run.file}>{cut(file, DETAIL_TEXT_MAX)}</Fact>}
      <Fact name={TEXTS.run.time}>
        {endMs === undefined ? TEXTS.run.running : formatMs(elapsedMs(run, endMs))}
        {held > 0 && ` · ${TEXTS.run.numbers.heldFor(formatMs(held))}`}
        {token !== undefined && ` · ${TEXTS.run.firstToken(formatMs(elapsedMs(run, token)))}`}
        {hasClock(run.startMs) && ` · ${TEXTS.run.startedAt(formatClock(run.startMs))}`} ·{' '}
        {TEXTS.eventCount(run.events)}
      </Fact>
      {run.streams
        .map((now) => streamAt(log, cursor, now))
        .map((stream) => (
          <Fact
            key={stream.key}
            name={run.streams.length > 1 ? TEXTS.run.streamNumber(stream.index) : TEXTS.request}
          >
            {`${stream.method} ${stream.url}`} · {stream.status === undefined ? '' : `${stream.status} · `}
            {stream.origin !== undefined && `${stream.origin} · `}
            {stream.transport} · {formatSize(stream.length)} · {endOf(stream)} · {stream.dialect ?? '–'}
          </Fact>
        ))}
      {run.protocolVersion !== undefined && (
        <Fact name={TEXTS.run.protocol}>{cut(run.protocolVersion, ROW_TEXT_MAX)}</Fact>
      )}
      {lastEndOf(run, log, cursor.seq.value) === run.endSeq && <PendingTools run={run} model={model} />}
    </dl>
  );
}

/** Pending calls reported by the run, and the unanswered calls of the stream if they differ. */
function PendingTools({ run, model }: { readonly run: Run; readonly model: Model }) {
  const named = cutList(pendingForApp(model, run), DETAIL_TEXT_MAX);
  const shown = cutList(run.unansweredToolCallIds, DETAIL_TEXT_MAX);
  if (named === '' && shown === '') return null;
  return (
    <>
      {named !== '' && <Fact name={TEXTS.waitsFor}>{named}</Fact>}
      {shown !== named && <Fact name={TEXTS.unanswered}>{shown || '–'}</Fact>}
    </>
  );
}

function Questions({ run, model, onChoose }: Omit<DetailsProps, 'thread'>) {
  const { log, cursor } = useSession();
  const thread = threadIn(model, run.threadId);
  const nowMs = log.timeMsOf(Math.max(cursor.seq.value, 0));
  const all = useMemo(
    () => (thread === undefined ? [] : interruptsOf(model, thread, nowMs, run)),
    [model, thread, nowMs, run],
  );
  const asked = all.filter((entry) => entry.run === run.index);
  const answered = all.filter((entry) => entry.answer?.run === run.index);
  return (
    <>
      <InterruptTable title={TEXTS.run.interrupts} model={model} entries={asked} onChoose={onChoose} />
      <InterruptTable title={TEXTS.run.answersTo} model={model} entries={answered} onChoose={onChoose} />
    </>
  );
}

function Steps({ run }: { run: Run }) {
  const { names } = useSession();
  const openText = run.status === 'running' ? TEXTS.run.running : TEXTS.run.notFinished;
  return (
    <NewestItems
      title={TEXTS.run.steps}
      items={run.steps}
      item={(step) => (
        <li key={step.startSeq}>
          <SeqLink seq={step.startSeq}>{cut(step.name, DETAIL_TEXT_MAX)}</SeqLink>{' '}
          <span class="dim">
            {step.endMs === undefined ? openText : formatMs(spentMs(run, step.startMs, step.endMs))}
            {step.subagentRunId !== undefined &&
              ` · ${TEXTS.run.ofSubagent(names.subagent(step.subagentRunId, step.startSeq))}`}
          </span>
        </li>
      )}
    />
  );
}

function Subagents({ run, model }: { readonly run: Run; readonly model: Model }) {
  const { names } = useSession();
  const thread = threadIn(model, run.threadId);
  return (
    <NewestItems
      title={TEXTS.run.subagents}
      items={run.subagents}
      item={(agent) => {
        const { description, parentSubagentRunId, parentToolCallId, endMs, error, result } = agent;
        const isCut = agent.status === 'running' && run.status !== 'running';
        const call = parentToolCallId && thread && callOfThread(model, thread, parentToolCallId);
        return (
          <li key={agent.startSeq}>
            <SeqLink seq={agent.startSeq}>{cut(agent.name, DETAIL_TEXT_MAX)}</SeqLink>{' '}
            <span class={isCut ? 'tag' : `tag run-${agent.status}`}>
              {isCut ? TEXTS.run.notFinished : agent.status}
            </span>{' '}
            <span class="dim">
              {endMs !== undefined && `${formatMs(spentMs(run, agent.startMs, endMs))} · `}
              {names.id(agent.subagentRunId)}
              {parentSubagentRunId !== undefined &&
                ` · ${TEXTS.run.underAgent(names.subagent(parentSubagentRunId, agent.startSeq))}`}
              {call && (
                <>
                  {' '}
                  · {TEXTS.run.startedByCall}{' '}
                  <SeqLink seq={call.startSeq}>{cut(call.name, ROW_TEXT_MAX)}</SeqLink>
                </>
              )}
              {description && ` · ${cut(description, ROW_TEXT_MAX)}`}
              {error !== undefined && ` · ${cut(error, ROW_TEXT_MAX)}`}
              {result !== undefined && ` · ${TEXTS.run.subagentResult} ${preview(result)}`}
            </span>
          </li>
        );
      }}
    />
  );
}

function Part({ title, value, depth }: { title: string; value: Json; depth: number }) {
  return (
    <>
      <h3>{title}</h3>
      <ValueTree label={title} value={value} depth={depth} />
    </>
  );
}
