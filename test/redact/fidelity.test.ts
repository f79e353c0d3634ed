// Every recording and every fixture of a rule, redacted: the same events at the same times, the same runs and findings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/files/read-file';
import { redact } from '@/lib/redact/redact';
import { shapeOf } from './same-shape';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const recordings = readdirSync(join(FIXTURES, 'recordings'))
  .filter((name) => name.endsWith('.agui.jsonl'))
  .map((name) => join('recordings', name));
const ofRules = readdirSync(join(FIXTURES, 'lint'))
  .flatMap((rule) => readdirSync(join(FIXTURES, 'lint', rule)).map((name) => join('lint', rule, name)))
  .filter((path) => !path.endsWith('expected.json'));
const ofDialects = readdirSync(join(FIXTURES, 'decode'))
  .flatMap((id) => readdirSync(join(FIXTURES, 'decode', id)).map((name) => join('decode', id, name)))
  .filter((path) => !path.includes('expected'));
const more = process.env['LENS_MORE'] ?? '';
const outside =
  more !== '' && existsSync(more)
    ? readdirSync(more, { recursive: true, encoding: 'utf8' })
        .filter((n) => n.endsWith('.agui.jsonl'))
        .map((name) => join(more, name))
    : [];

test.each([...recordings, ...ofRules, ...ofDialects, ...outside])('%s', (path) => {
  const file = path.startsWith('/') ? path : join(FIXTURES, path);
  const result = readFile({ name: path, bytes: readFileSync(file) });
  if ('error' in result) return;
  const redacted = redact(result, { level: 'share', seed: [1, 2, 3, 4] });
  expect(shapeOf(redacted.batches, redacted.annotations)).toEqual(
    shapeOf(result.batches, result.annotations),
  );
});
