// The table of runs: one row for each, cells that no spreadsheet can misread or run.
import { expect, test } from 'vitest';
import { runMetrics } from '@/lib/core/files/run-metrics';
import { batchOf, exported } from '../../support/exported';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

/** A table by RFC 4180, as rows of cells by their title. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  const [titles = [], ...cells] = rows.slice(0, -1);
  return cells.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])));
}

function tableOf(runId: string, threadId = 't'): Record<string, string>[] {
  const usage = [10, 5].map((inputTokens) => ({ inputTokens, outputTokens: inputTokens / 5 }));
  const list = [
    { type: 'RUN_STARTED', threadId, runId },
    ...events('tool c x {} · TEXT_MESSAGE_END {"messageId":"nobody"}'),
    { type: 'RUN_FINISHED', threadId, runId, usage },
  ];
  return parseCsv(exported(runMetrics, [batchOf(sseRecords(list))]));
}

test('each run is a row of numbers', () => {
  expect(tableOf('r')).toMatchObject([
    {
      run: '1',
      'run id': 'r',
      'thread id': 't',
      status: 'success',
      start: '2023-11-14T22:13:20.001Z',
      'duration ms': '6',
      'first event ms': '1',
      'tokens in': '15',
      'tokens out': '3',
      'tool calls': '1',
      events: '6',
    },
  ]);
  expect(Number(tableOf('r')[0]?.['warnings found'])).toBeGreaterThan(0);
});

test('the end of a run is written as the panel shows it', () => {
  const interrupt = { type: 'interrupt', interrupts: [{ id: 'i', reason: 'ask' }] };
  const waits = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'a' },
    { type: 'RUN_FINISHED', threadId: 't', runId: 'a', outcome: interrupt },
  ];
  const batches = [
    batchOf(sseRecords(waits, { threadId: 't', runId: 'a' }, 1)),
    { ...batchOf(sseRecords(events('run b'), { threadId: 't', runId: 'b' }, 2)), n: 1 },
  ];
  expect(parseCsv(exported(runMetrics, batches)).map(({ status, ended }) => [status, ended])).toEqual([
    ['interrupted', 'paused, continued in #2'],
    ['truncated', 'cut off: no RUN_FINISHED'],
  ]);
});

const HIDDEN = ['\u0000=1', '\u200b=1', '\u00a0=1'];

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r\n=1', ' =1', '＝1', ...HIDDEN])(
  '%j is not written as a formula',
  (id) => expect(tableOf(id, id)[0]).toMatchObject({ 'run id': `'${id}`, 'thread id': `'${id}` }),
);

test.each(['a,b', 'a"b', 'a\r\nb', '"', ',', ''])('%j is written as one cell', (id) => {
  expect(tableOf(id)).toHaveLength(1);
  expect(tableOf(id)[0]).toMatchObject({ 'run id': id, 'thread id': 't' });
});

test('a session without a run is refused with a reason', () => {
  expect(exported(runMetrics, [])).toBe('There is no run in this session.');
});
