import { expect, test } from 'vitest';
import { logOf, modelOf } from '../../support/logs';
import { events } from '../../support/stream-text';

test.each([
  ['the delta with which arguments become whole is known', ['{"a"', ':1', '}'], 'valid', ['4 valid']],
  ['arguments that are sent twice', ['{"a":1}', '{"a"', ':1}'], 'broken', ['2 valid', '3 broken']],
  ['a number may go on', ['1', '.', '5'], 'valid', ['2 valid', '3 open', '4 valid']],
])('JSON of arguments: %s', (_what, deltas, json, turns) => {
  const log = logOf([
    ...events('run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"find"}'),
    ...deltas.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })),
  ]);
  const call = modelOf(log).toolCalls.at(0);
  expect(call?.json).toBe(json);
  expect([...(call?.jsonTurns ?? [])].map(({ seq, verdict }) => `${seq} ${verdict}`)).toEqual(turns);
});
