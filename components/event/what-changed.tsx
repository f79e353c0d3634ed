import { cut, preview } from '@/lib/core/json/preview';
import { changesBetween } from '@/lib/core/model/queries/changes';
import { useSession } from '../app/context';
import { DifferenceList } from '../parts/difference-list';
import { asTitle, ROW_TEXT_MAX } from '../parts/text-limits';
import { TEXTS } from '../texts';

/** Messages, calls and runs listed, each. */
const SHOWN = 200;

function Rest({ of }: { of: readonly unknown[] }) {
  return of.length > SHOWN ? <li class="dim">{TEXTS.more(of.length - SHOWN)}</li> : null;
}

export function WhatChanged() {
  const { models, names } = useSession();
  const { before, after } = models.around.value;
  const changes = changesBetween(before, after);
  const { messages, state, runs, toolCalls } = changes;
  if (messages.length + state.length + runs.length + toolCalls.length === 0) {
    return <p class="dim">{TEXTS.event.noChange}</p>;
  }
  return (
    <ul class="changes">
      {runs.slice(0, SHOWN).map(({ run, was }) => (
        <li key={`run ${run.index}`}>
          <b title={asTitle(run.runId)}>
            {TEXTS.event.runIs(names.run(run), was === undefined ? 'started' : run.status)}
          </b>
          {run.error !== undefined && `: ${cut(run.error.message, ROW_TEXT_MAX)}`}
        </li>
      ))}
      <Rest of={runs} />
      {messages.slice(0, SHOWN).map(({ kind, entry, differences }) => (
        <li key={`message ${names.id(entry.message.id)}`}>
          <span class={`diff-${kind}`}>{kind}</span> {TEXTS.event.messageOf(entry.message.role)}{' '}
          <code title={asTitle(entry.message.id)}>{names.id(entry.message.id)}</code>
          {kind === 'changed' ? <DifferenceList differences={differences} /> : null}
        </li>
      ))}
      <Rest of={messages} />
      {toolCalls.slice(0, SHOWN).map(({ call, was }) => (
        <li key={`call ${call.index}`}>
          {TEXTS.event.callOf} <code>{cut(call.name, ROW_TEXT_MAX)}</code>{' '}
          {was === undefined
            ? TEXTS.event.started
            : was.status !== call.status
              ? call.status
              : TEXTS.event.hasArguments(call.args.length)}
          {call.result !== undefined && was?.result === undefined && (
            <>: {cut(preview(call.result, 200), 200)}</>
          )}
        </li>
      ))}
      <Rest of={toolCalls} />
      {state.length > 0 && (
        <li>
          {TEXTS.viewNames.state}
          <DifferenceList differences={state} />
        </li>
      )}
    </ul>
  );
}
