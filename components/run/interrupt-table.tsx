// Interrupts of a run with their answers.

import { formatMs } from '@/lib/core/json/format';
import type { Json } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { lastEndOf } from '@/lib/core/metrics/run-figures';
import type { InterruptEntry } from '@/lib/core/model/queries/interrupts';
import type { Model, Run } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { compose, hasPage, startAt } from '../composer/run-start';
import { NewestItems } from '../shared/newest-items';
import { SeqLink } from '../shared/seq-link';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';

interface InterruptTableProps {
  readonly title: string;
  readonly model: Model;
  readonly entries: readonly InterruptEntry[];
  onChoose(run: number): void;
}

export function InterruptTable({ title, model, entries, onChoose }: InterruptTableProps) {
  const { names } = useSession();
  const nameOf = (index: number) => {
    const run = model.runs.at(index);
    return run === undefined ? TEXTS.run.noId : names.run(run);
  };
  return (
    <NewestItems
      title={title}
      items={entries}
      item={(entry) => (
        <li key={`${entry.run} ${names.id(entry.id)} ${entry.seq}`} class="interrupt">
          <p>
            <span class={`tag interrupt-${entry.state}`}>{TEXTS.run.interruptStates[entry.state]}</span>{' '}
            <b>{cut(entry.message ?? entry.reason ?? entry.id, ROW_TEXT_MAX)}</b>{' '}
            <span class="dim" title={asTitle(entry.id)}>
              {names.id(entry.id)}
              {entry.reason !== undefined && ` · ${cut(entry.reason, ROW_TEXT_MAX)}`}
              {entry.toolCallId !== undefined && ` · ${TEXTS.run.aboutCall(names.id(entry.toolCallId))}`}
              {entry.expiresAt !== undefined &&
                ` · ${TEXTS.run.expiresAt(cut(entry.expiresAt, ROW_TEXT_MAX))}`}
            </span>{' '}
            <SeqLink seq={entry.seq}>{TEXTS.run.askedBy(entry.seq ?? 0)}</SeqLink>{' '}
            {entry.state === 'open' && <AnswerButton run={model.runs.at(entry.run)} />}
          </p>
          {entry.answer !== undefined && (
            <p>
              {TEXTS.run.answers[entry.answer.status]}{' '}
              <button type="button" class="link" onClick={() => onChoose(entry.answer?.run ?? 0)}>
                {nameOf(entry.answer.run)}
              </button>{' '}
              {TEXTS.after(formatMs(entry.answer.afterMs))}
            </p>
          )}
          <Value title={TEXTS.run.payload} value={entry.answer?.payload} />
          <Value title={TEXTS.run.question} value={entry.value} />
          <Value title={TEXTS.run.responseSchema} value={entry.responseSchema} />
        </li>
      )}
    />
  );
}

/** Opens the composer at the end of the run. */
function AnswerButton({ run }: { run: Run | undefined }) {
  const workspace = useWorkspace();
  const seq = run && lastEndOf(run, workspace.current.value.session.log);
  const start = seq === undefined || !hasPage(workspace) ? undefined : startAt(workspace, seq);
  if (start === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => compose(workspace, start)}>
      {TEXTS.run.answer}
    </button>
  );
}

function Value({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return <ValueTree label={title} value={value} depth={1} />;
}
