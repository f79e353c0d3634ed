// The fixtures as records: what a file of theirs holds, for tests that play it in other ways.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch } from '@/lib/core/files/types';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** A file of the fixtures. */
export interface FixtureFile {
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
