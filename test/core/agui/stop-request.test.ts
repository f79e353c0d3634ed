import { expect, test } from 'vitest';
import { parseStopRequest } from '@/lib/core/agui/stop-request';

test.each([
  ['http://a.test/api/agent/default/stop/t%201', undefined, { threadId: 't 1' }],
  ['/agent/default/stop/%E0?x=1', '{"runId":"r"}', { threadId: '%E0', runId: 'r' }],
  [
    'http://a.test/api',
    '{"method":"agent/stop","params":{"agentId":"a","threadId":"t"},"body":{"runId":"r"}}',
    { threadId: 't', runId: 'r' },
  ],
  ['http://a.test/agent/a/stop/t', '{"runId":', { threadId: 't' }],
  ['http://a.test/agent/a/stop/t', '[{"runId":1}]', { threadId: 't' }],
  ['http://a.test/agent/a/stop/t', '['.repeat(100_000), { threadId: 't' }],
  ['http://a.test/api', '{"method":"agent/run","params":{"why":"not \\"agent/stop\\""}}', undefined],
  ['http://a.test/api', '{"method":"agent/run","note":"agent/stop"}', undefined],
  ['http://a.test/agent/a/run', undefined, undefined],
  ['http://a.test/stop/t', undefined, undefined],
])('a stop request is detected by URL and body: %s', (url, body, stop) =>
  expect(parseStopRequest(url, body)).toEqual(stop),
);
