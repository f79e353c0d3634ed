// The fixtures as records: what a file of theirs holds, for tests that play it in other ways.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch } from '@/lib/core/files/types';
import type { Log } from '@/lib/core/log/log';
import { batchesOf, logOfBatches } from './exported';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The recordings of real apps, by name. */
export const RECORDINGS = readdirSync(join(FIXTURES, 'recordings')).filter((name) =>
  name.endsWith('.agui.jsonl'),
);

export function recorded(name: string): readonly FileBatch[] {
  return batchesOf({ name, bytes: readFileSync(join(FIXTURES, 'recordings', name)) });
}

/** Messages of a `.socket` file: `<` came in, `>` went out; a JSON string is the text in it. */
export function socketMessages(text: string): { readonly dir: 'in' | 'out'; readonly text: string }[] {
  return text
    .split('\n')
    .filter((line) => /^[<>] /.test(line))
    .map((line) => {
      const body = line.slice(2);
      const parsed = body.startsWith('"') ? String(JSON.parse(body)) : body;
      return { dir: line.startsWith('>') ? 'out' : 'in', text: parsed };
    });
}

/** The smallest stream of a rule. */
export function logOfRule(rule: string): Log {
  const bytes = readFileSync(join(FIXTURES, 'lint', rule, 'stream.jsonl'));
  return logOfBatches(batchesOf({ name: 'stream.jsonl', bytes }));
}

interface FixtureFile {
  readonly path: string;
  readonly batches: readonly FileBatch[];
}

/** All streams and recordings of the fixtures that can be read. */
export function* fixtureFiles(): Iterable<FixtureFile> {
  for (const name of readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:jsonl|sse)$/.test(name)) continue;
    const path = join(FIXTURES, name);
    const read = readFile({ name: path, bytes: readFileSync(path) });
    if (!('error' in read)) yield { path: name, batches: [...read.batches] };
  }
}
