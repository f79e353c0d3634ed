import { expect, test } from 'vitest';
import { byStream, countOfRun } from '@/lib/core/lint/of-run';
import type { Finding } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import type { Run } from '@/lib/core/model/types';

const finding = (seq: number, stream: number, severity: Finding['severity']) =>
  ({ seq, stream, severity, rule: 'r', message: 'm' }) as Finding;
const run = (startSeq: number, endSeq: number, stream = 0) =>
  ({
    startSeq,
    endSeq,
    status: 'success',
    events: 3,
    streams: [{ index: stream } as Stream],
  }) as unknown as Run;

test('findings are counted for the run that they are about', () => {
  const groups = byStream([
    finding(1, 0, 'error'),
    finding(4, 0, 'warning'),
    finding(5, 0, 'warning'),
    finding(2, 1, 'error'),
    finding(-1, 1, 'info'),
  ]);
  expect(countOfRun(run(0, 3), groups)).toEqual({ error: 1, warning: 0, info: 0 });
  expect(countOfRun(run(4, 6), groups)).toEqual({ error: 0, warning: 2, info: 0 });
  expect(countOfRun(run(0, 3, 1), groups)).toEqual({ error: 1, warning: 0, info: 1 });
  expect(countOfRun(run(0, 3, 7), groups)).toEqual({ error: 0, warning: 0, info: 0 });
});

test('a run of several streams has the findings after its start; an open run those so far', () => {
  const groups = byStream([
    finding(9, 0, 'error'),
    finding(3, 0, 'error'),
    finding(-1, 0, 'info'),
    finding(5, 0, 'warning'),
    finding(5, 0, 'warning'),
  ]);
  const both = { ...run(4, 5), streams: [{ index: 0 }, { index: 1 }] } as unknown as Run;
  expect(countOfRun(both, groups)).toEqual({ error: 1, warning: 2, info: 1 });
  const open = { ...run(2, 9), status: 'running', lastSeq: 5 } as unknown as Run;
  expect(countOfRun(open, groups)).toEqual({ error: 1, warning: 2, info: 1 });
  expect(countOfRun(run(6, 5), groups)).toEqual({ error: 0, warning: 0, info: 1 });
});

test('findings of a run are found without searching all findings of its stream', () => {
  let looks = 0;
  const findings = Array.from({ length: 500 }, (_, seq) => ({
    ...finding(seq, 0, 'error'),
    get seq() {
      looks++;
      return seq;
    },
  }));
  const groups = byStream(findings);
  looks = 0;
  for (let seq = 0; seq < 500; seq++) expect(countOfRun(run(seq, seq), groups).error).toBe(1);
  expect(looks).toBe(0);
});
