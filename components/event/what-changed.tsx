// What an event changed: runs, messages, tool calls, state.

import { cut, preview } from '@/lib/agui/preview';
import { changesBetween } from '@/lib/model/queries/changes';
import { useSession } from '../context';
import { DifferenceList } from '../parts/difference-list';
import { TEXTS } from '../texts';

/** What the event at the cursor changed. */
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
      {runs.map(({ run, was }) => (
        <li key={`run ${run.index}`}>
          <b title={run.runId}>{names.run(run)}</b>{' '}
          {was === undefined ? TEXTS.event.started : TEXTS.event.isNow(run.status)}
          {run.error !== undefined && `: ${run.error.message}`}
        </li>
      ))}
      {messages.map(({ kind, entry, differences }) => (
        <li key={`message ${entry.message.id}`}>
          <span class={`diff-${kind}`}>{kind}</span> {TEXTS.event.messageOf(entry.message.role)}{' '}
          <code title={entry.message.id}>{names.id(entry.message.id)}</code>
          {kind === 'changed' ? <DifferenceList differences={differences} /> : null}
        </li>
      ))}
      {toolCalls.map(({ call, was }) => (
        <li key={`call ${call.index}`}>
          {TEXTS.event.callOf} <code>{call.name}</code>{' '}
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
      {state.length > 0 && (
        <li>
          {TEXTS.viewNames.state}
          <DifferenceList differences={state} />
        </li>
      )}
    </ul>
  );
}
