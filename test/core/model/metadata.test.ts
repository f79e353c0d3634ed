// Metadata that grows with every delta: copied once for each version, never changed in an older one.
import { expect, test } from 'vitest';
import { modelFold } from '@/lib/core/model/model';
import type { Model } from '@/lib/core/model/types';
import { logOf } from '../../support/logs';

const delta = (metadata: object) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x', metadata });
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', metadata: { zero: 0 } },
  delta({ one: 1 }),
  delta({ two: 2 }),
  JSON.parse(JSON.stringify(delta({ nothing: 1 })).replace('nothing', '__proto__')),
];

function metadataOf(model: Model): object | undefined {
  return model.threads.at(0)?.messages.at(0)?.message.metadata;
}

test('metadata grows in place within a version and is copied for a new one', () => {
  const log = logOf(EVENTS);
  let model = modelFold.init();
  const step = (seq: number): void => {
    const event = log.at(seq);
    if (event !== undefined) model = modelFold.step(model, event);
  };
  for (const seq of [0, 1, 2]) step(seq);
  const before = modelFold.fork(model);
  const seen = metadataOf(before);
  step(3);
  expect(metadataOf(before)).toBe(seen);
  expect(seen).toEqual({ zero: 0, one: 1 });
  const own = metadataOf(model);
  expect(own).toEqual({ zero: 0, one: 1, two: 2 });
  step(2);
  expect(metadataOf(model)).toBe(own);
  step(4);
  expect(Object.getPrototypeOf(metadataOf(model))).toBe(Object.prototype);
  expect(Object.keys(metadataOf(model) ?? {})).toContain('__proto__');
});
