import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

const args = (...deltas: string[]) => [
  ...events('run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"find"}'),
  ...deltas.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })),
];

function call(...deltas: string[]) {
  const found = createHistory(modelFold, logOf(args(...deltas)))
    .head()
    .toolCalls.at(0);
  if (found === undefined) throw new Error('The stream has a call.');
  return { json: found.json, turns: [...found.jsonTurns].map(({ seq, verdict }) => `${seq} ${verdict}`) };
}

test('the delta with which arguments become whole is known', () => {
  expect(call('{"a"', ':1', '}')).toEqual({ json: 'valid', turns: ['4 valid'] });
});

test('arguments that are sent twice are two documents from the second on', () => {
  expect(call('{"a":1}', '{"a"', ':1}')).toEqual({ json: 'broken', turns: ['2 valid', '3 broken'] });
});

test('a number may go on, so that it is whole, open and whole again', () => {
  expect(call('1', '.', '5')).toEqual({ json: 'valid', turns: ['2 valid', '3 open', '4 valid'] });
});
