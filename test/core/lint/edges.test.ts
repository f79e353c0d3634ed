// Findings that depend on who asked and what came elsewhere: answers that are empty on purpose, requests that hold only
// what is new, the words of the client 0.0.x, findings about no event, and more of them than are kept.
import { expect, test } from 'vitest';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import { CLIENT_0_0, CLIENT_1_0, type Profile } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import { ERRORS_KEPT, FINDINGS_MAX } from '@/lib/core/lint/lint-state';
import { bySeq, isFoundBy } from '@/lib/core/lint/order';
import type { Linted } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { OpenRecord } from '@/lib/messages/records';
import { answer, createExchanges, finished, question, requestOf, started } from '../../support/exchanges';
import { headOf, logOf, logOfRecords, sse, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

function linted(log: Log, readers: Profile | Readers = CLIENT_1_0): Linted {
  return headOf(log, createLintFold(readers));
}

function found(log: Log, readers?: Profile | Readers): string[] {
  return linted(log, readers).findings.map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message}`,
  );
}

/** A request whose answer has no event. */
function emptyAnswer(open: Partial<OpenRecord>): Log {
  const requestBody = JSON.stringify({ ...requestOf('r', [question('u')]), protocolVersion: '1.0' });
  const records = sseRecords([]).map((record) =>
    record.kind === 'open' ? { ...record, requestBody, headers: {}, ...open } : record,
  );
  return logOfRecords(records);
}

test('an empty body with 202 or 204 is reported only for the stock client, which reads it', () => {
  const other = { accept: '*/*' };
  expect(found(emptyAnswer({ status: 202, ...other }), readerOf)).toEqual([]);
  expect(found(emptyAnswer({ status: 204, ...other }), readerOf)).toEqual([]);
  expect(found(emptyAnswer({ status: 200, ...other }), readerOf)).toEqual([
    'warning zero-events: No event in 0 bytes: the run has no response.',
  ]);
  const accept = 'text/event-stream';
  expect(found(emptyAnswer({ status: 202, accept }))).toEqual([
    'warning zero-events: No event in 0 bytes; the stock client reports a finished run without messages.',
  ]);
  expect(found(emptyAnswer({ status: 204, accept }))).toEqual([
    'warning zero-events: HTTP 204 has no body; the stock client fails with "Failed to getReader() from response".',
  ]);
});

test('the body of an error with status 200 is reported for all clients; other JSON may lead to events elsewhere', () => {
  const answered = (body: string, more: Partial<OpenRecord> = {}) => {
    const requestBody = JSON.stringify(requestOf('r', [question('u')]));
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const [page, open, close] = sseRecords([]);
    if (page === undefined || open?.kind !== 'open' || close === undefined) throw new Error('A stream.');
    const chunk = { kind: 'chunk', t: 2, stream: 1, text: body } as const;
    return found(logOfRecords([page, { ...open, requestBody, headers, ...more }, chunk, close]), readerOf);
  };
  for (const body of [
    '{"error":"no model"}',
    '{"status": 500, "detail": [{"msg":"no model"}]}',
    `{"error": "no model ${'x'.repeat(5000)}"}`,
  ]) {
    expect(answered(body, { accept: '*/*' })).toEqual([
      expect.stringMatching(
        /^warning zero-events: No event in \d+ bytes of application\/json, but the body of an error, ".*no model.*": the run has no response\.$/,
      ),
    ]);
  }
  const fine = ['{"ok":true}', '{"runId":"r", "error": null}', '{"run":{"error":"none"}}', '{"errors": []}'];
  for (const body of fine) expect(answered(body, { accept: '*/*' })).toEqual([]);
});

test('a run request that a network error leaves without an event is an error; an aborted one is not', () => {
  const { log, open } = createExchanges();
  for (const [index, how] of (['network-error', 'aborted', 'page-gone'] as const).entries())
    open({ request: requestOf(`r${index}`, [question(`u${index}`)]) }).close(how);
  open({ method: 'GET' }).close('network-error');
  const begun = open({ request: requestOf('begun', [question('v')]) });
  begun.send(started('begun'));
  begun.close('network-error');
  const reports = found(log);
  // Without an error, the page may have aborted it.
  expect(reports.filter((each) => each.includes('http-error'))).toEqual([]);
  expect(reports.filter((each) => each.includes('truncated-run'))).toHaveLength(1);
  const refused = sseRecords([], requestOf('r', [question('u')])).map((record) => {
    if (record.kind !== 'close') return record;
    return { ...record, how: 'network-error', detail: 'net::ERR_CONNECTION_REFUSED' } as const;
  });
  expect(found(logOfRecords(refused))).toEqual([
    expect.stringMatching(/^error http-error: .*: net::ERR_CONNECTION_REFUSED$/),
  ]);
  const connect = refused.map((record) =>
    record.kind === 'open' ? { ...record, url: 'http://localhost/agent/a/connect' } : record,
  );
  expect(found(logOfRecords(connect))).toEqual([]);
});

test('a run delivered by another stream is not reported as missing in the answer to its request', () => {
  const { log, open } = createExchanges();
  const sender = open({ request: requestOf('r', [question('u')]), type: 'application/json' });
  const feed = open({ url: 'http://localhost/feed', method: 'GET', transport: 'event-source' });
  feed.send(started('r'), ...answer('m', 'Hi.'));
  sender.close();
  feed.send(finished('r'));
  feed.close();
  expect(found(log)).toEqual([]);
});

test('a client that sends only what is new does not repeat the call that it answers', () => {
  const { log, open } = createExchanges();
  const first = open({
    request: requestOf('r1', [question('u')], { tools: [{ name: 'pick', description: '' }] }),
  });
  first.send(...events('run r1 · tool c pick · end'));
  first.close();
  const result = { id: 'x', role: 'tool', toolCallId: 'c', content: '5' };
  open({ request: requestOf('r2', [result]) });
  open({ request: requestOf('r3', [{ ...result, id: 'y', toolCallId: 'other' }]) });
  const faults = found(log).filter((each) => each.includes('message-order'));
  expect(faults).toEqual([
    "warning message-order: Tool message 'y' is the result of call 'other', which no earlier message contains.",
  ]);
});

test('a violation of the 0.0.x schema is a sentence, and an unknown type stops that client', () => {
  const cancelled = logOf([started('r'), finished('r', { type: 'cancelled' })]);
  const [refusal = ''] = found(cancelled, CLIENT_0_0);
  expect(refusal).toMatch(
    /^error malformed-event: The client rejects this RUN_FINISHED at '\/outcome\/type': .*\. It stops here\.$/,
  );
  const future = logOf([started('r'), { type: 'FROM_THE_FUTURE' }, finished('r')]);
  expect(found(future, CLIENT_0_0)[0]).toBe(
    "error unknown-type: The client does not know event type 'FROM_THE_FUTURE' and stops here.",
  );
  expect(linted(future, CLIENT_0_0).findings[0]).toMatchObject({ clientStops: true, seq: 1 });
  expect(found(future)).toEqual([expect.stringMatching(/^warning unknown-type/)]);
});

test('a finding without an event is sorted among the others', () => {
  const { log, open } = createExchanges();
  const good = open({ request: requestOf('r1', [question('u')]) });
  good.send(started('r1'), { type: 'NONSENSE' }, finished('r1'));
  good.close();
  open({ request: requestOf('r2', [question('v')]), status: 500 }).close();
  const last = open({ request: requestOf('r3', [question('w')]) });
  last.send(started('r3'), { type: 'NONSENSE' }, finished('r3'));
  const findings = [...linted(log).findings].sort(bySeq);
  expect(findings.map(({ rule, seq, beforeSeq }) => [rule, seq, beforeSeq])).toEqual([
    ['unknown-type', 1, undefined],
    ['http-error', -1, 3],
    ['unknown-type', 4, undefined],
  ]);
  const failed = findings[1];
  if (failed === undefined) throw new Error('The failed request was not found.');
  expect([1, 2, 3, 4].map((cursor) => isFoundBy(failed, cursor))).toEqual([false, false, true, true]);
});

test('errors are kept however many warnings there are, and omitted findings are counted', () => {
  const nonsense = Array.from({ length: FINDINGS_MAX }, () => ({ type: 'NONSENSE' }));
  const end = { type: 'TEXT_MESSAGE_END', messageId: 'none' };
  const { findings, leftOut } = linted(logOf([started('r'), ...nonsense, end]));
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule }) => rule)).toContain('text-not-open');
  expect(findings.length - errors.length).toBe(FINDINGS_MAX - ERRORS_KEPT);
  expect(leftOut).toBe(ERRORS_KEPT);
});

test('a single event that ends with CR LF is read at the end of the body without a finding', () => {
  const run = [started('r'), ...answer('m', 'Hi.')];
  const lf = sse(...run);
  const crlf = `data: ${JSON.stringify(finished('r'))}\r\n\r\n`;
  const logWith = (...texts: readonly string[]) => {
    const [page, open, ...rest] = sseRecords([]);
    const chunks = texts.map((text) => ({ kind: 'chunk', t: 2, stream: 1, text }) as const);
    return logOfRecords([page, open, ...chunks, ...rest].filter((r) => r !== undefined));
  };
  expect(found(logWith(lf, crlf))).toEqual([]);
  expect(found(logWith(crlf.replace('RUN_FINISHED', 'RUN_STARTED')))[0]).toContain('truncated-run');
  expect(found(logWith(lf, crlf, crlf))[0]).toContain('error crlf-framing: From event 4 on,');
});

test('an open step without a name is named by its start', () => {
  const log = logOf(events('run · STEP_STARTED {"stepName":""} · end'));
  expect(found(log)).toEqual([
    "error finished-while-open: Cannot send 'RUN_FINISHED' while steps are still active: a step with an empty name, started at #1",
  ]);
});
