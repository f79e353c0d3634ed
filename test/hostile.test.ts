// Hostile inputs, 50,000 in `npm test`: broken, deep, huge, prototype-laden. Nothing throws, nothing leaks into a prototype.
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { appFold } from '@/lib/core/clients/app-fold';
import { compactSafe } from '@/lib/core/compact/safe';
import { CLIENT_0_0, CLIENT_1_0, SPEC } from '@/lib/core/consumers/profile';
import { eventsOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { createLintFold, lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { parseRecord } from '@/lib/messages/parse-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import { createRandom, type Random } from './core/model/random';
import { randomJson, randomStream } from './core/model/random-stream';
import { FINISHED, headOf, logOf, logOfRecords, STARTED, sseRecords } from './support/logs';
import { sampleSize } from './support/sample-size';

const KEYS = [
  ...'messageId toolCallId delta messages patch snapshot content metadata threadId runId input'.split(' '),
  ...'outcome __proto__ constructor subagentRunId toolCallName parentMessageId role'.split(' '),
  ...'activityType stepName subtype entityId encryptedValue name value'.split(' '),
];
const VALUES: readonly unknown[] = [
  null,
  1,
  -0,
  1e308,
  '',
  '__proto__',
  'm',
  true,
  [],
  {},
  [null],
  { __proto__: null },
  '\ud800',
  [[]],
  { id: 'm', role: 'assistant', toolCalls: [null] },
];

function hostileEvent(random: Random): string {
  const entries = Array.from({ length: random.below(7) }, () => {
    const value = random.chance(0.5) ? random.pick(VALUES) : randomJson(random);
    return `${JSON.stringify(random.pick(KEYS))}:${JSON.stringify(value)}`;
  });
  const type = random.chance(0.9)
    ? random.pick(EVENT_TYPES)
    : random.pick(['__proto__', 'toString', '', 'X']);
  const text = `{"type":${JSON.stringify(type)}${entries.map((entry) => `,${entry}`).join('')}}`;
  return random.chance(0.05) ? text.slice(0, random.below(text.length)) : text;
}

/** A body in reads that are cut anywhere. */
function split(body: string, random: Random): CapturedRecord[] {
  const reads: CapturedRecord[] = [];
  for (let at = 0; at < body.length; ) {
    const to = at + 1 + random.below(2000);
    reads.push({ kind: 'chunk', t: 2, stream: 1, text: body.slice(at, to) });
    at = to;
  }
  return reads;
}

test('hostile events do not break log, model, rules, app and compaction', () => {
  let events = 0;
  for (let seed = 1; events < sampleSize(50_000); seed++) {
    const random = createRandom(seed);
    const lines = Array.from({ length: 50 }, () =>
      random.chance(0.2)
        ? JSON.stringify(random.pick(randomStream(random.below(50), 20)))
        : hostileEvent(random),
    );
    events += lines.length;
    const log = createLog();
    const result = readFile({
      name: 'x.ndjson',
      text: `{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n${lines.join('\n')}`,
    });
    if ('error' in result) throw new Error(result.error);
    for (const batch of result.batches) log.append(batch);
    const history = createHistory(lintFold, log, { interval: 16 });
    history.head();
    history.at(random.below(log.length));
    const body = sseRecords([], { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] });
    const frames = lines.map((line) => `data: ${line}${random.chance(0.1) ? '\r\n\r\n' : '\n\n'}`);
    const reads = split(frames.join(''), random);
    const answer = logOfRecords([...body.slice(0, 2), ...reads, ...body.slice(2)]);
    for (const profile of [CLIENT_1_0, CLIENT_0_0]) {
      createHistory(appFold(profile), answer, { interval: 16 }).at(random.below(answer.length));
    }
    headOf(answer, createLintFold(SPEC));
    if (seed % 10 === 0) compactSafe([...eventsOf(log)]);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['messageId']).toBeUndefined();
});

test('random records do not break the gate and the log', () => {
  const kinds = ['navigation', 'open', 'chunk', 'frame', 'close', 'gap', 'nonsense'];
  for (let seed = 1; seed <= sampleSize(3000); seed++) {
    const random = createRandom(seed);
    const log = createLog();
    for (let i = 0; i < 10; i++) {
      const record = parseRecord({
        kind: random.pick(kinds),
        t: random.below(5),
        stream: 1 + random.below(3),
        text: random.chance(0.5) ? hostileEvent(random) : undefined,
        b64: random.chance(0.3) ? 'AAAA' : undefined,
        transport: random.pick(['fetch', 'web-socket', 'file']),
        url: 'x',
        method: 'POST',
        requestBody: random.chance(0.5)
          ? hostileEvent(random).replace('{', '{"threadId":"t","runId":"r","messages":[null,{"id":1}],')
          : undefined,
        how: 'complete',
        reason: 'overflow',
        dir: random.pick(['in', 'out']),
        timeOrigin: 0,
        top: true,
      });
      if (record !== undefined) log.append({ doc: 'd', frameId: 0, records: [record] });
    }
    log.finish();
    headOf(log, lintFold);
  }
});

test('JSON that is nested too deep is an unreadable event, not a crash', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n{"type":"STATE_SNAPSHOT","snapshot":${deep}}\n{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"activity","activityType":"x","content":{"a":${deep}}}]}\n{"type":"STATE_DELTA","delta":[{"op":"test","path":"","value":${deep}},{"op":"copy","from":"","path":"/0"}]}\n`;
  const result = readFile({ name: 'x.ndjson', text });
  if ('error' in result) throw new Error(result.error);
  const log = createLog();
  for (const batch of result.batches) log.append(batch);
  headOf(log, lintFold);
  expect(log.length).toBe(4);
});

test.each([
  ['one key', `/${'k'.repeat(8e6)}`],
  ['many keys', '/k'.repeat(4e6)],
  ['no pointer', `${'/k'.repeat(4e6)}~2`],
])('a patch with a pointer of eight megabytes, %s, is read, with the events after it', (_name, path) => {
  const log = logOf([
    STARTED,
    { type: 'STATE_DELTA', delta: [{ op: 'add', path, value: 1 }] },
    { type: 'STATE_DELTA', delta: [{ op: 'move', from: path, path: '/a' }] },
    FINISHED,
  ]);
  expect(log.length).toBe(4);
  headOf(log, lintFold);
});
