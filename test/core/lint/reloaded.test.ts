// The same streams twice: in a page that was reloaded, and in two threads at once. What the one has, nothing holds
// against the other.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import type { Log } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { logOfBatches } from '../../support/exported';
import { fixtureFiles } from '../../support/fixture-records';
import { findingsOf, headOf, logOfRecords, plain, rulesOf } from '../../support/logs';

/** Longer ones add nothing. */
const LONGEST = 1000;
/** Streams of the second thread are numbered on from here. */
const SECOND = 1000;

function conversationsOf(log: Log): string {
  // Events outside of runs belong to no thread that a request or a run could begin anew.
  const threads = [...headOf(log, lintFold).model.threads].filter(({ threadId }) => threadId !== '');
  const conversations = threads.map(({ threadId, messages, state }) =>
    plain({ threadId, messages: [...messages].map(({ message }) => message), state: state ?? null }),
  );
  // Ids that are made up where a stream has none are numbered on.
  return JSON.stringify(conversations).replaceAll(/"thinking-\d+"/g, '"thinking"');
}

test('a reloaded page with the same responses has the same findings twice', () => {
  let count = 0;
  for (const { path, batches } of fixtureFiles()) {
    const again = [1, 2].flatMap((time) =>
      batches.map((batch) => ({ ...batch, doc: `${time} ${batch.doc}` })),
    );
    const [once, twice] = [logOfBatches(batches), logOfBatches(again)];
    if (once.length === 0 || once.length > LONGEST) continue;
    count++;
    expect({ path, conversations: conversationsOf(twice) }).toEqual({
      path,
      conversations: conversationsOf(once),
    });
    // The rules, and where they found something; what is about no event is about the request.
    const placesIn = (log: Log) =>
      findingsOf(log).map(({ rule, seq }) => `${rule} at ${seq < 0 ? seq : seq % once.length}`);
    const found = placesIn(once);
    // Its call waits for the page, which does not answer it when it is reloaded.
    if (path.includes('client-tool-not-run')) continue;
    expect({ path, found: placesIn(twice).toSorted() }).toEqual({
      path,
      found: [...found, ...found].toSorted(),
    });
  }
  expect(count).toBeGreaterThan(100);
});

/** The record in another thread: all else, ids of messages and calls included, stays what it is. */
function inSecondThread(record: CapturedRecord): CapturedRecord {
  const text = JSON.stringify(record);
  // Records hold the text of events, and requests as they were parsed.
  const renamed = text.replaceAll(
    /(\\?")(threadId|thread_id|runId|run_id|parentRunId)\1(\s*:\s*)\1/g,
    '$1$2$1$3$1second-',
  );
  const other: CapturedRecord = JSON.parse(renamed);
  return 'stream' in other && other.stream !== undefined
    ? { ...other, stream: other.stream + SECOND }
    : other;
}

test.each(['one after the other', 'record by record at once'])(
  'two threads of a page have the findings of each, %s',
  (how) => {
    let count = 0;
    for (const { path, batches } of fixtureFiles()) {
      const all = batches.flatMap(({ records }) => records);
      // Bytes in base64 cannot be renamed, and findings across documents add nothing.
      if (new Set(batches.map(({ doc }) => doc)).size !== 1) continue;
      if (JSON.stringify(all).includes('"b64"')) continue;
      const others = all.filter(({ kind }) => kind !== 'navigation').map(inSecondThread);
      const records =
        how === 'one after the other'
          ? [...all, ...others]
          : all.flatMap((record, at) => [record, ...others.slice(at, at + 1)]);
      const [alone, both] = [logOfRecords(all), logOfRecords(records)];
      if (alone.length === 0 || alone.length > LONGEST) continue;
      count++;
      const found = rulesOf(alone);
      expect({ path, found: rulesOf(both).toSorted() }).toEqual({
        path,
        found: [...found, ...found].toSorted(),
      });
    }
    expect(count).toBeGreaterThan(50);
  },
);
