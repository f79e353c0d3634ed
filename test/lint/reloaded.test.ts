// A page that was reloaded and is answered the same once more: nothing that it had before is held against it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/files/read-file';
import { lintFold } from '@/lib/lint/lint';
import { createHistory } from '@/lib/log/history';
import { createLog, type Log } from '@/lib/log/log';
import { plain } from '../support/logs';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const LONGEST = 1000;

function logOf(path: string, times: number): Log | undefined {
  const read = readFile({ name: path, bytes: readFileSync(path) });
  if ('error' in read) return undefined;
  const batches = [...read.batches];
  const log = createLog();
  for (let time = 0; time < times; time++)
    for (const batch of batches) log.append({ ...batch, doc: `${time} ${batch.doc}` });
  return log;
}

/** What a thread says and its state at the end, without where it came from. */
function conversationsOf(log: Log): unknown {
  const { model } = createHistory(lintFold, log).head();
  // Events outside of runs belong to no thread that a request or a run could begin anew.
  const threads = [...model.threads].filter(({ threadId }) => threadId !== '');
  const said = threads.map(({ threadId, messages, state }) =>
    plain({ threadId, messages: [...messages].map(({ message }) => message), state: state ?? null }),
  );
  // Ids that are made up where a stream has none are numbered on.
  return JSON.stringify(said).replaceAll(/"thinking-\d+"/g, '"thinking"');
}

/** The rules that found something, and where: counted from `from`; what is about no event counts as of its beginning. */
function foundIn(log: Log, length: number): readonly string[] {
  const { findings } = createHistory(lintFold, log).head();
  return findings.map(({ rule, seq }) => `${rule} at ${seq < 0 ? seq : seq % length}`).toSorted();
}

const paths = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:jsonl|sse)$/.test(name))
  .map((name) => join(FIXTURES, name));

test('every stream of the fixtures, twice in two documents: the same findings twice, and the same said', () => {
  let count = 0;
  for (const path of paths) {
    const once = logOf(path, 1);
    const twice = logOf(path, 2);
    if (once === undefined || twice === undefined || once.length === 0 || once.length > LONGEST) continue;
    count++;
    const found = foundIn(once, once.length);
    expect({ path, said: conversationsOf(twice) }).toEqual({ path, said: conversationsOf(once) });
    expect({ path, found: foundIn(twice, once.length) }).toEqual({
      path,
      found: [...found, ...found].toSorted(),
    });
  }
  expect(count).toBeGreaterThan(100);
});
