// Values over time for charts, and patches between two values.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { patchBetween } from '@/lib/core/json/make-patch';
import { Owner } from '@/lib/core/json/owner';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { heightsOf, StateSamples } from '@/lib/core/model/queries/state-samples';
import { logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

function samplesOf(count: number) {
  const log = logOf([
    ...events('run · state {"n":0,"word":"a"}'),
    ...Array.from({ length: count }, (_, at) => events(`patch /n = ${at + 1}`)).flat(),
  ]);
  const history = createHistory(modelFold, log);
  const source = { log, modelAt: (seq: number) => history.at(seq) };
  return { log, samples: new StateSamples(source, 't', ['/n', '/word', '/none']) };
}

test('few state events are all sampled', () => {
  const { log, samples } = samplesOf(5);
  expect(samples.advance(3, () => false)).toBe(true);
  expect(samples.seqs).toEqual([1, 2, 3]);
  expect(samples.advance(log.length - 1, () => false)).toBe(true);
  expect(samples.seqs).toEqual([1, 2, 3, 4, 5, 6]);
  expect(samples.valuesOf('/n')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(samples.valuesOf('/none')).toEqual(new Array(6).fill(undefined));
});

test('many state events are sampled at most 300 times, evenly', () => {
  const { log, samples } = samplesOf(5_000);
  for (let last = 0; last < log.length; last += 997) {
    let turns = 0;
    while (!samples.advance(last, () => turns++ % 10 === 9));
  }
  while (!samples.advance(log.length - 1, () => true));
  const { seqs } = samples;
  expect(seqs.length).toBeGreaterThan(140);
  expect(seqs.length).toBeLessThanOrEqual(301);
  const steps = new Set(seqs.slice(1).map((seq, at) => seq - (seqs[at] ?? 0)));
  expect(steps.size).toBe(1);
  expect(samples.valuesOf('/n')).toEqual(seqs.map((seq) => seq - 1));
});

test('numbers, booleans and a few distinct words are plotted, other values are not', () => {
  expect(heightsOf([1, undefined, 2.5])?.heights).toEqual([1, null, 2.5]);
  expect(heightsOf([false, true])?.heights).toEqual([0, 1]);
  const words = heightsOf(['idle', 'busy', 'idle', null]);
  expect(words?.heights).toEqual([0, 1, 0, null]);
  expect(words?.nameOf(1)).toBe('busy');
  expect(heightsOf([{}, 1])).toBeUndefined();
  expect(heightsOf([undefined])).toBeUndefined();
  expect(heightsOf(['x'.repeat(100)])).toBeUndefined();
  expect(heightsOf(Array.from({ length: 20 }, (_, at) => `word ${at}`))).toBeUndefined();
});

test('the patch between two values turns one into the other', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(json, json, (one, other) => {
      const [before, after] = JSON.parse(JSON.stringify([one, other])) as [Json, Json];
      const patched = applyPatch(before, patchBetween(before, after), new Owner());
      expect(patched.ok && isEqualJson(patched.document, after)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(patchBetween({ a: 1 }, { a: 1 })).toEqual([]);
  const odd = JSON.parse('{"__proto__":false}') as Json;
  expect(patchBetween(odd, {})).toEqual([{ op: 'add', path: '', value: {} }]);
  expect(patchBetween(undefined, { a: 1 })).toEqual([{ op: 'add', path: '', value: { a: 1 } }]);
});
