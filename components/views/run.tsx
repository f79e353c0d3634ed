// The runs up to the cursor, and the one at the cursor in full: request, outcome, steps, subagents, interrupts.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Json } from '@/lib/agui/json';
import type { Run, RunStatus } from '@/lib/model/types';
import { useSession } from '../context';
import { formatClock, formatMs, formatSize } from '../format';
import { endOf } from '../parts/mark-row';
import { PickTable } from '../parts/pick-table';
import { RawText } from '../parts/raw-text';
import { SeqLink } from '../parts/seq-link';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';

const SIGNS: Readonly<Record<RunStatus, string>> = {
  running: '●',
  success: '✓',
  interrupted: '⏸',
  cancelled: '⊘',
  error: '✕',
  truncated: '✕',
  aborted: '⊘',
  failed: '✕',
};
/** Runs of all threads; the newest is shown until the user chooses another. */
export function RunView() {
  const session = useSession();
  const chosen = useSignal<number | undefined>(undefined);
  const { runs } = session.model.value;
  if (runs.length === 0) return <p class="nothing">{TEXTS.noRuns}</p>;
  return (
    <PickTable
      items={runs}
      chosen={chosen.value}
      onChoose={(index) => (chosen.value = index)}
      name={['Run', (run) => run.runId || '(no id)']}
      columns={[
        [
          'Status',
          (run) => (
            <span class={`tag run-${run.status}`}>
              {SIGNS[run.status]} {run.status}
            </span>
          ),
        ],
        ['Time', (run) => (run.endMs === undefined ? '…' : formatMs(run.endMs - run.startMs))],
        [
          'First token',
          (run) => (run.firstTokenMs === undefined ? '' : formatMs(run.firstTokenMs - run.startMs)),
        ],
        ['Events', (run) => run.events],
      ]}
      details={(run) => <RunDetails run={run} />}
    />
  );
}

function RunDetails({ run }: { run: Run }) {
  const { stream } = run;
  return (
    <section class="pad" aria-label={`Run ${run.runId}`}>
      <h2>
        {SIGNS[run.status]} {run.runId || '(no id)'}{' '}
        <span class="dim">thread {run.threadId || '(none)'}</span>
      </h2>
      {run.error !== undefined && (
        <p class="bar bar-error" role="alert">
          {run.error.code !== undefined && <code>{run.error.code}</code>} {run.error.message}
        </p>
      )}
      <p>
        <SeqLink seq={run.startSeq}>started by #{run.startSeq}</SeqLink>
        <SeqLink seq={run.endSeq}>ended by #{run.endSeq}</SeqLink>
      </p>
      <dl>
        <Fact name="Request">{`${stream.method} ${stream.url}`}</Fact>
        <Fact name="Answer">
          {stream.status === undefined ? stream.transport : `${stream.status} · ${stream.transport}`} ·{' '}
          {formatSize(stream.length)} · {endOf(stream)}
        </Fact>
        <Fact name="Dialect">{stream.dialect ?? '–'}</Fact>
        <Fact name="Started">{formatClock(run.startMs)}</Fact>
        {run.parentRunId !== undefined && <Fact name="Parent run">{run.parentRunId}</Fact>}
        {run.protocolVersion !== undefined && <Fact name="Protocol">{run.protocolVersion}</Fact>}
        {run.pendingToolCallIds.length > 0 && (
          <Fact name="Waits for tools">{run.pendingToolCallIds.join(', ')}</Fact>
        )}
      </dl>
      {run.interrupts.length > 0 && (
        <Part title="Interrupts" value={run.interrupts as unknown as Json} depth={3} />
      )}
      {run.usage !== undefined && <Part title="Usage" value={run.usage as unknown as Json} depth={3} />}
      {run.outcome !== undefined && <Part title="Outcome" value={run.outcome} depth={3} />}
      {run.result !== undefined && <Part title="Result" value={run.result} depth={2} />}
      {run.steps.length > 0 && (
        <>
          <h3>Steps</h3>
          <ul class="plain">
            {[...run.steps].map((step) => (
              <li key={step.startSeq}>
                <SeqLink seq={step.startSeq}>{step.name}</SeqLink>{' '}
                <span class="dim">
                  {step.endMs === undefined ? 'running' : formatMs(step.endMs - step.startMs)}
                  {step.subagentRunId !== undefined && ` · subagent ${step.subagentRunId}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {run.subagents.length > 0 && (
        <>
          <h3>Subagents</h3>
          <ul class="plain">
            {[...run.subagents].map((agent) => (
              <li key={agent.startSeq}>
                <SeqLink seq={agent.startSeq}>{agent.name}</SeqLink>{' '}
                <span class={`tag run-${agent.status}`}>{agent.status}</span>{' '}
                <span class="dim">
                  {agent.subagentRunId}
                  {agent.parentSubagentRunId !== undefined && ` · under ${agent.parentSubagentRunId}`}
                  {agent.error !== undefined && ` · ${agent.error}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {run.input !== undefined ? (
        <Part title={TEXTS.request} value={run.input} depth={1} />
      ) : (
        stream.requestBody !== undefined && (
          <>
            <h3>{TEXTS.request}</h3>
            <RawText text={stream.requestBody} />
          </>
        )
      )}
      {stream.head !== undefined && stream.head !== '' && (
        <>
          <h3>{TEXTS.answer}</h3>
          <RawText text={stream.head} />
        </>
      )}
    </section>
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
