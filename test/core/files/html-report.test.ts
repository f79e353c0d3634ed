// The recording in a report: in parts that a browser can take one by one, and whole again when it is read.
import { expect, test } from 'vitest';
import { htmlReport } from '@/lib/core/files/html-report';
import { lazySourceOf } from '@/lib/core/files/log-source';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';
import { batchesOf } from '../../support/exported';
import { REPORT } from '../../support/report';

const batches: readonly FileBatch[] = Array.from({ length: 300 }, (_none, n) => ({
  doc: 'd',
  frameId: 0,
  n,
  records: [
    { kind: 'chunk', t: n, stream: 1, text: `data: {"n":${n},"text":"</script>${'x'.repeat(3000)}"}\n\n` },
  ],
}));

function pageOf(all: readonly FileBatch[]): string {
  const source = {
    ...lazySourceOf(
      () => readLog(all),
      () => all,
      {},
    ),
    report: REPORT,
  };
  const written = htmlReport.write?.(source) ?? [];
  if ('refused' in written) throw new Error(written.refused);
  return [...written].join('');
}

const PARTS = /<script type="application\/x-ndjson"[^>]*>\n([\s\S]*?)<\/script>/g;

test('the recording is in several short parts, and is read completely', () => {
  const html = pageOf(batches);
  const parts = Array.from(html.matchAll(PARTS), ([, part = '']) => part);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(256 * 1024);
  expect(batchesOf({ name: 'a.html', text: html })).toEqual(batches);
});

test('reports of an earlier version and truncated ones are read', () => {
  const html = pageOf(batches);
  const before = html.replaceAll('</script>\n<script type="application/x-ndjson">\n', '');
  expect(before.match(PARTS)).toHaveLength(1);
  expect(batchesOf({ name: 'a.html', text: before })).toEqual(batches);
  const cut = batchesOf({ name: 'a.html', text: html.slice(0, html.length / 2) });
  const records = cut.flatMap((batch) => batch.records);
  expect(records.length).toBeGreaterThan(140);
  expect(records.at(-1)).toMatchObject({ kind: 'gap', detail: expect.stringContaining('is invalid JSON') });
});

test('a report shows a placeholder until it is read', () => {
  const [start = ''] = pageOf(batches).split('<script');
  expect(start).toContain('<div id="app"><p>This report is being read…</p></div>');
});
