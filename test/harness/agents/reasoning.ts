// Reasoning before the answer, with encrypted values for the message and for a tool call.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, promptOf, say, started, words } from './agent';

function* run(input: RunAgentInput): Generator<DemoEvent> {
  const id = (name: string) => `${input.runId}-${name}`;
  const span = id('span');
  yield started(input);
  yield { type: 'REASONING_START', messageId: span };
  for (const [index, text] of [
    `The user wants to know: ${promptOf(input)}. I should take it apart.`,
    'There are two parts; the second follows from the first, so I compute only one.',
  ].entries()) {
    const messageId = id(`thought-${index + 1}`);
    yield { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' };
    for (const delta of words(text)) yield { type: 'REASONING_MESSAGE_CONTENT', messageId, delta };
    yield { type: 'REASONING_MESSAGE_END', messageId };
  }
  yield { type: 'REASONING_END', messageId: span };
  yield {
    type: 'REASONING_ENCRYPTED_VALUE',
    subtype: 'message',
    entityId: id('thought-1'),
    encryptedValue: 'dGhvdWdodA==',
  };
  yield* call({ toolCallId: id('compute'), toolCallName: 'compute' }, { expression: '6 * 7' });
  yield {
    type: 'REASONING_ENCRYPTED_VALUE',
    subtype: 'tool-call',
    entityId: id('compute'),
    encryptedValue: 'Y2FsbA==',
  };
  yield answer(id('compute'), 42);
  yield* say(id('answer'), 'It is 42, and so is the other one.');
  yield finished(input);
}

/** Reasoning messages and encrypted values. */
export const reasoning: Agent = {
  name: 'reasoning',
  about: 'thinks first; encrypted values',
  paceMs: 20,
  run,
};
