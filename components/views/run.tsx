// The runs of every thread up to the cursor, as a tree, and the chosen one in full: where it comes from, its times,
// its request, its outcome, its questions and their answers, steps, subagents.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { jsonIn } from '@/lib/agui/events';
import type { Json } from '@/lib/agui/json';
import { interruptsOf } from '@/lib/model/queries/interrupts';
import type { Model, Run, Thread } from '@/lib/model/types';
import { useSession } from '../context';
import { formatClock, formatMs, formatSize } from '../format';
import { endOf } from '../list/boundary-row';
import { RawText } from '../parts/raw-text';
import { SeqLink } from '../parts/seq-link';
import { InterruptTable } from '../run/interrupt-table';
import { RunNumbersTable } from '../run/run-numbers';
import { linkText, RUN_SIGNS, RunTree, useLineage } from '../run/run-tree';
import { SentRequest } from '../run/sent-request';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';

/** Runs of all threads; the newest is shown until the user chooses another. */
export function RunView() {
  const { models } = useSession();
  const chosen = useSignal<number | undefined>(undefined);
  const model = models.current.value;
  const { runs } = model;
  if (runs.length === 0) return <p class="nothing">{TEXTS.run.noRuns}</p>;
  const selected = (chosen.value === undefined ? undefined : runs.at(chosen.value)) ?? runs.at(-1);
  const choose = (index: number) => {
    chosen.value = index;
  };
  const thread = [...model.threads].find(({ threadId }) => threadId === selected?.threadId);
  return (
    <div class="picked">
      <RunTree model={model} selected={selected?.index} onChoose={choose} />
      {selected !== undefined && thread !== undefined && (
        <RunDetails key={selected.index} run={selected} thread={thread} model={model} onChoose={choose} />
      )}
    </div>
  );
}

interface DetailsProps {
  readonly run: Run;
  readonly thread: Thread;
  readonly model: Model;
  onChoose(run: number): void;
}

function RunDetails({ run, thread, model, onChoose }: DetailsProps) {
  const { stream } = run;
  return (
    <section class="pad" aria-label={`Run ${run.runId}`}>
      <h2>
        {RUN_SIGNS[run.status]} {run.runId || TEXTS.run.noId}{' '}
        <span class="dim">
          {run.status} · {TEXTS.run.thread} {run.threadId || TEXTS.run.noId}
        </span>
      </h2>
      {run.error !== undefined && (
        <p class="bar bar-error" role="alert">
          {run.error.code !== undefined && <code>{run.error.code}</code>} {run.error.message}
        </p>
      )}
      <p>
        <SeqLink seq={run.startSeq}>{TEXTS.run.startedBy(run.startSeq)}</SeqLink>
        <SeqLink seq={run.endSeq}>{TEXTS.run.endedBy(run.endSeq)}</SeqLink>
      </p>
      <Facts run={run} thread={thread} model={model} onChoose={onChoose} />
      <Questions run={run} thread={thread} model={model} onChoose={onChoose} />
      <RunNumbersTable run={run} />
      {run.usage !== undefined && <Part title={TEXTS.run.usage} value={jsonIn(run.usage)} depth={3} />}
      {run.outcome !== undefined && <Part title={TEXTS.run.outcome} value={run.outcome} depth={2} />}
      {run.result !== undefined && <Part title={TEXTS.run.result} value={run.result} depth={2} />}
      <Steps run={run} />
      <Subagents run={run} />
      <SentRequest run={run} />
      {stream.head !== undefined && stream.head !== '' && (
        <>
          <h3>{TEXTS.answer}</h3>
          <RawText text={stream.head} />
        </>
      )}
    </section>
  );
}

function Facts({ run, thread, model, onChoose }: DetailsProps) {
  const row = useLineage(model, thread).find(({ node }) => node.run === run.index);
  const parent = row?.node.parent;
  const link = row === undefined ? undefined : (linkText(model, row) ?? TEXTS.run.plainLinks[row.node.link]);
  const token = run.firstTokenMs;
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
      {run.parentRunId !== undefined && <Fact name="parentRunId">{run.parentRunId}</Fact>}
      <Fact name={TEXTS.run.time}>
        {run.endMs === undefined ? TEXTS.run.running : formatMs(run.endMs - run.startMs)}
        {token !== undefined && ` · ${TEXTS.run.firstToken(formatMs(token - run.startMs))}`}
        {` · ${TEXTS.run.startedAt(formatClock(run.startMs))}`} · {TEXTS.eventCount(run.events)}
      </Fact>
      {run.streams.map((stream) => (
        <Fact
          key={stream.key}
          name={run.streams.length > 1 ? TEXTS.run.streamNumber(stream.index) : TEXTS.request}
        >
          {`${stream.method} ${stream.url}`} · {stream.status === undefined ? '' : `${stream.status} · `}
          {stream.transport} · {formatSize(stream.length)} · {endOf(stream)} · {stream.dialect ?? '–'}
        </Fact>
      ))}
      {run.protocolVersion !== undefined && <Fact name={TEXTS.run.protocol}>{run.protocolVersion}</Fact>}
      <PendingTools run={run} />
    </dl>
  );
}

/** The calls that the run waits for, and those that the stream shows without an answer where these are others. */
function PendingTools({ run: { pendingToolCallIds, unansweredToolCallIds } }: { run: Run }) {
  const named = pendingToolCallIds.join(', ');
  const shown = unansweredToolCallIds.join(', ');
  if (named === '' && shown === '') return null;
  return (
    <>
      <Fact name={TEXTS.waitsFor}>{named}</Fact>
      {shown !== named && <Fact name={TEXTS.unanswered}>{shown || '–'}</Fact>}
    </>
  );
}

function Questions({ run, thread, model, onChoose }: DetailsProps) {
  const { log, cursor } = useSession();
  const nowMs = log.at(cursor.seq.value)?.timeMs ?? 0;
  const all = useMemo(() => interruptsOf(model, thread, nowMs), [model, thread, nowMs]);
  const asked = all.filter((entry) => entry.run === run.index);
  const answered = all.filter((entry) => entry.answer?.run === run.index);
  return (
    <>
      {asked.length > 0 && (
        <>
          <h3>{TEXTS.run.interrupts}</h3>
          <InterruptTable model={model} entries={asked} onChoose={onChoose} />
        </>
      )}
      {answered.length > 0 && (
        <>
          <h3>{TEXTS.run.answersTo}</h3>
          <InterruptTable model={model} entries={answered} onChoose={onChoose} />
        </>
      )}
    </>
  );
}

function Steps({ run }: { run: Run }) {
  if (run.steps.length === 0) return null;
  return (
    <>
      <h3>{TEXTS.run.steps}</h3>
      <ul class="plain">
        {[...run.steps].map((step) => (
          <li key={step.startSeq}>
            <SeqLink seq={step.startSeq}>{step.name}</SeqLink>{' '}
            <span class="dim">
              {step.endMs === undefined ? TEXTS.run.running : formatMs(step.endMs - step.startMs)}
              {step.subagentRunId !== undefined && ` · ${TEXTS.run.ofSubagent(step.subagentRunId)}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Subagents({ run }: { run: Run }) {
  if (run.subagents.length === 0) return null;
  return (
    <>
      <h3>{TEXTS.run.subagents}</h3>
      <ul class="plain">
        {[...run.subagents].map((agent) => (
          <li key={agent.startSeq}>
            <SeqLink seq={agent.startSeq}>{agent.name}</SeqLink>{' '}
            <span class={`tag run-${agent.status}`}>{agent.status}</span>{' '}
            <span class="dim">
              {agent.subagentRunId}
              {agent.parentSubagentRunId !== undefined &&
                ` · ${TEXTS.run.underAgent(agent.parentSubagentRunId)}`}
              {agent.error !== undefined && ` · ${agent.error}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, value, depth }: { title: string; value: Json; depth: number }) {
  return (
    <>
      <h3>{title}</h3>
      <JsonTree label={title} value={value} depth={depth} />
    </>
  );
}
