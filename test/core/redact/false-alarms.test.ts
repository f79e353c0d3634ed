// False alarms of the search for secrets: recordings of real apps that hold none. A count may only fall.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { readLog } from '@/lib/core/files/read-log';
import { findSecrets } from '@/lib/core/redact/secrets';

const RECORDINGS = join(import.meta.dirname, '../../fixtures/recordings');
const names = readdirSync(RECORDINGS).filter((name) => name.endsWith('.agui.jsonl'));

test.each(names)('%s', (name) => {
  const result = readFile({ name, bytes: readFileSync(join(RECORDINGS, name)) });
  if ('error' in result) throw new Error(result.error);
  const batches = [...result.batches];
  const { found, isCut } = findSecrets(sourceOf(readLog(batches), () => batches));
  expect(isCut).toBe(false);
  expect(found).toEqual([]);
});
