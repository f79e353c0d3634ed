// Paths that are chosen to be kept: what stands there stays, nothing else does, and what refers to it still does.
import { expect, test } from 'vitest';
import type { FileBatch } from '@/lib/core/files/types';
import { redact } from '@/lib/core/redact/redact';
import { finished, requestOf } from '../../support/exchanges';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';
import { redacted, shapeOf } from './same-shape';

const SCHEMA = { type: 'object', properties: { KEEPfield: { type: 'string', description: 'KEEPwords' } } };
const TOOL = { name: 'KEEPtool', description: 'KEEPdescribed', parameters: SCHEMA };
const INPUT = {
  threadId: 't',
  runId: 'r',
  messages: [],
  state: { x: 'KEEPinput' },
  tools: [TOOL],
  context: [],
};
const INTERRUPT = {
  id: 'i',
  reason: 'r',
  responseSchema: { type: 'object', properties: { KEEPasked: { type: 'string' } } },
  metadata: { q: 'KEEPquestion' },
};
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r', input: INPUT },
  ...events(`
    TEXT_MESSAGE_START {"messageId":"KEEPid","role":"assistant","metadata":{"trace":"KEEPtrace"}}
    say KEEPid "KEEPdelta" · TEXT_MESSAGE_END {"messageId":"KEEPid"} · raw {"foo":"KEEPraw","other":1}
    custom n {"tags":["KEEPtag"]} · state {"KEEPkey":{"/":"KEEPvalue","id":"KEEPrecord"}}
    patch /KEEPkey/~1 = "KEEPchange" · MADE_UP {"x":"KEEPunknown","y":"KEEPrecord"}
  `),
  finished('r', { type: 'interrupt', interrupts: [INTERRUPT] }),
];
const batches: readonly FileBatch[] = [{ doc: 'd', frameId: 0, n: 0, records: sseRecords(EVENTS) }];

const CHOSEN: readonly (readonly [path: string, kept: readonly string[]])[] = [
  ['TEXT_MESSAGE_START/metadata/trace', ['trace']],
  ['RAW/event/foo', ['raw']],
  ['CUSTOM/value/tags/*', ['tag']],
  ['RUN_STARTED/input/state/x', ['input']],
  ['RUN_STARTED/input/tools/*/description', ['described']],
  ['RUN_STARTED/input/tools/*/parameters/properties', ['field', 'words']],
  ['RUN_FINISHED/outcome/interrupts/*/responseSchema/properties', ['asked']],
  ['RUN_FINISHED/outcome/interrupts/*/metadata/q', ['question']],
  ['MADE_UP/x', ['unknown']],
  ['TEXT_MESSAGE_CONTENT', ['delta', 'id']],
  ['STATE_SNAPSHOT/snapshot', ['key', 'record', 'value']],
  ['STATE_DELTA/delta', ['change', 'key']],
  ['STATE_DELTA/delta/*/path', ['key']],
];

test.each(CHOSEN)('%s: only the chosen values are kept', (path, kept) => {
  const out = redact({ batches }, { level: 'choose', keep: [path], random: createRandom(1).below });
  const found = JSON.stringify(out.batches).match(/KEEP[a-z]+/g) ?? [];
  expect([...new Set(found)].map((word) => word.slice(4)).toSorted()).toEqual(kept);
  expect(out.unused).toEqual([]);
  expect(shapeOf(out.batches)).toEqual(shapeOf(batches));
});

test('an id in an app’s derived value stays only where it was chosen', () => {
  const out = redacted(batches, { level: 'choose', keep: ['STATE_SNAPSHOT/snapshot'] });
  expect(JSON.stringify(out).match(/KEEPrecord/g)).toHaveLength(1);
});

test.each(['TOOL_CALL_ARGS/delta', 'TOOL_CALL_ARGS'])('%s: kept arguments fit a redacted schema', (path) => {
  const parameters = {
    type: 'object',
    properties: { city: { enum: ['Paris', 'Rome'] }, days: { type: 'string', minLength: 7 } },
    required: ['city'],
    additionalProperties: false,
    if: { properties: { city: { const: 'Rome' } } },
    else: { required: ['days'] },
  };
  const request = requestOf('r', [], { tools: [{ name: 'weather', description: 'd', parameters }] });
  const list = events(
    'run · tool c weather "{\\"city\\":\\"Par" "is\\",\\"days\\":\\"several\\"}" · result c "ok" · end',
  );
  const calling: readonly FileBatch[] = [{ doc: 'd', frameId: 0, n: 0, records: sseRecords(list, request) }];
  const out = redacted(calling, { level: 'choose', keep: [path] });
  expect(shapeOf(calling).findings).toEqual([]);
  expect(shapeOf(out)).toEqual(shapeOf(calling));
});
