import { EventSchemas } from '@ag-ui/core/schemas';
import { expect, test } from 'vitest';
import { events } from './stream-text';

test('three lines describe a conversation', () => {
  const found = events(`
    run r1 on t1 · text m1 "Hel" "lo \\"you\\"" · tool c1 search {"q": 1} · result c1 "found"
    state {"n": 1} · patch /n = 2 · patch [{"op":"remove","path":"/n"}]
    end
  `);
  expect(found).toEqual([
    { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
    { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Hel' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'lo "you"' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'search' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"q": 1}' },
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    { type: 'TOOL_CALL_RESULT', messageId: 'c1-result', toolCallId: 'c1', content: 'found' },
    { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
    { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] },
    { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/n' }] },
    { type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' },
  ]);
});

test('every verb gives events of the protocol', () => {
  const found = events(`
    run · think th "a" "b" · text m · say m "x" · tool c f "{\\"a\\"" ":1}" · messages [] · activity a PLAN {"x":1}
    step s · done s · custom n {"v":1} · custom n · raw {"type":"x"} · STEP_STARTED {"stepName":"z"} · error "no" E1
  `);
  for (const event of found)
    expect(EventSchemas.safeParse(event).error, JSON.stringify(event)).toBeUndefined();
  expect(found.at(-1)).toEqual({ type: 'RUN_ERROR', message: 'no', code: 'E1' });
});

test.each([
  ['nonsense 1', /'nonsense' means nothing/],
  ['text', /A word is missing/],
  ['state', /JSON is missing/],
  ['end more', /'more' is too much/],
  ['patch /n 2', /needs "= value"/],
])('an unreadable line is reported: %s', (text, sentence) => {
  expect(() => events(text)).toThrow(sentence);
});
