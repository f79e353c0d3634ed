// Every recording and every fixture of a rule, redacted: the same events at the same times, the same runs and findings.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch } from '@/lib/core/files/types';
import { redact, type SessionParts } from '@/lib/core/redact/redact';
import type { CapturedRecord } from '@/lib/messages/records';
import { RECORDINGS, socketMessages } from '../../support/fixture-records';
import { createRandom } from '../model/random';
import { shapeOf } from './same-shape';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const recordings = RECORDINGS.map((name) => join('recordings', name));
// Broken characters are content, which placeholders replace.
const ofRules = readdirSync(join(FIXTURES, 'lint'))
  .filter((rule) => rule !== 'broken-characters')
  .flatMap((rule) => readdirSync(join(FIXTURES, 'lint', rule)).map((name) => join('lint', rule, name)))
  .filter((path) => !path.endsWith('expected.json'));
const ofDialects = readdirSync(join(FIXTURES, 'decode'))
  .flatMap((id) => readdirSync(join(FIXTURES, 'decode', id)).map((name) => join('decode', id, name)))
  .filter((path) => !path.includes('expected'));

function socketBatch(text: string): FileBatch {
  const frames = socketMessages(text).map((message, at): CapturedRecord => {
    return { kind: 'frame', t: 1 + at, stream: 1, ...message };
  });
  const url = 'wss://agent.example/run';
  const open: CapturedRecord = { kind: 'open', t: 0, stream: 1, transport: 'web-socket', url, method: '' };
  const close: CapturedRecord = { kind: 'close', t: 999, stream: 1, how: 'complete' };
  return { doc: 'd', frameId: 0, n: 0, records: [open, ...frames, close] };
}

function partsOf(path: string): SessionParts {
  const bytes = readFileSync(join(FIXTURES, path));
  if (path.endsWith('.socket')) return { batches: [socketBatch(bytes.toString('utf8'))] };
  const result = readFile({ name: path, bytes });
  if ('error' in result) throw new Error(result.error);
  return result;
}

test.each([...recordings, ...ofRules, ...ofDialects])('%s: events and findings unchanged', (path) => {
  const { batches, annotations } = partsOf(path);
  const redacted = redact(
    { batches, ...(annotations && { annotations }) },
    { level: 'share', random: createRandom(1).below },
  );
  const before = shapeOf([...batches], annotations);
  expect(before.events.length + before.streams.length).toBeGreaterThan(0);
  expect(shapeOf(redacted.batches, redacted.annotations)).toEqual(before);
});
