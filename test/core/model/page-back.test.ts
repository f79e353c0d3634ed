// A run whose page went away is aborted; when the page comes back and reads on, it runs again, at every event.
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import type { ReadBatch } from '@/lib/core/log/record-reader';
import { modelFold } from '@/lib/core/model/model';
import type { CapturedRecord } from '@/lib/messages/records';
import { requestOf } from '../../support/exchanges';
import { openOf, sse } from '../../support/logs';
import { events } from '../../support/stream-text';

const frames = events('run · text m "one " "two" · end').map((event) => sse(event));
const chunks = (from: number, to: number): CapturedRecord[] =>
  frames.slice(from, to).map((text, at) => ({ kind: 'chunk', t: 10 + from + at, stream: 1, text }));
const open = openOf(requestOf('r', []), 'http://a/agent');

test.each([
  ['reported by the background', { n: 1, made: 'end' }, { kind: 'gap', t: 0, reason: 'gone' }],
  ['closed by the page', { n: 1 }, { kind: 'close', t: 20, stream: 1, how: 'page-gone' }],
] as const)('a run continues when the page goes away and comes back; %s', (_, place, end) => {
  const log = createLog();
  const history = createHistory(modelFold, log);
  const statuses = () => [...history.head().runs].map(({ status }) => status);
  const append = (at: Pick<ReadBatch, 'n' | 'made'>, records: readonly CapturedRecord[]) => {
    log.append({ doc: 'd', frameId: 0, ...at, records });
    history.advance();
  };
  append({ n: 0 }, [
    { kind: 'navigation', t: 0, url: 'http://a/', timeOrigin: 1, top: true },
    open,
    ...chunks(0, 3),
  ]);
  expect(statuses()).toEqual(['running']);
  append(place, [end]);
  expect(statuses()).toEqual(['aborted']);
  const next = 'made' in place ? 1 : 2;
  append({ n: next }, chunks(3, 4));
  expect(statuses()).toEqual(['running']);
  append({ n: next + 1 }, [...chunks(4, 6), { kind: 'close', t: 99, stream: 1, how: 'complete' }]);
  expect(statuses()).toEqual(['success']);
  const [message] = [...(history.head().threads.at(0)?.messages ?? [])];
  expect(message?.message).toMatchObject({ content: 'one two' });
});
