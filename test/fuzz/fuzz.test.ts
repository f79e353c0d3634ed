// Every parser and gate, on what has broken one before and on damaged texts: a few here, as many as wanted in
// `npm run fuzz`.
import { expect, test } from 'vitest';
import { sampleSize } from '../support/sample-size';
import { corpusOf, fuzz, wrongOf } from './fuzz';
import { targets } from './targets';

test.each(targets.map((target) => [target.id, target] as const))(
  '%s accepts damaged inputs without an exception',
  (_, target) => {
    for (const text of [...target.seeds, ...corpusOf(target)]) {
      expect(wrongOf(target, text), text.slice(0, 500)).toBeUndefined();
    }
    const count = sampleSize(3_000, 'LENS_FUZZ', 40);
    const { broken } = fuzz(target, { from: 1, more: (done) => done < count, keeps: false });
    expect(broken && `seed ${broken.seed}: ${broken.wrong}: ${broken.text.slice(0, 500)}`).toBeUndefined();
  },
);

test('a faulty target is detected', () => {
  const id = 'test';
  const seeds = ['{"a":1}'];
  const run = (target: () => void) =>
    fuzz({ id, seeds, run: target }, { from: 1, more: (done) => done < 3, keeps: false }).broken?.wrong;
  expect(run(() => undefined)).toBeUndefined();
  expect(
    run(() => {
      throw new Error('no');
    }),
  ).toContain('throws Error: no');
  try {
    expect(
      run(() => void Object.defineProperty(Object.prototype, 'spoilt', { value: 1, configurable: true })),
    ).toBe('changes a prototype');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'spoilt');
  }
});
