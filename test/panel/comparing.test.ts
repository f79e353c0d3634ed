// Comparing two runs in turns: the panel is awake between them, and can stop.
import { expect, test } from 'vitest';
import { compare } from '@/lib/core/compare/compare';
import { createComparing } from '@/lib/panel/comparing';
import { batchOf, startSession } from '../support/sessions';

function runOf(name: string, word: string): object[] {
  const steps = Array.from({ length: 300 }, (_none, at) => ({ type: 'CUSTOM', name: 'step', value: at }));
  return [
    { type: 'RUN_STARTED', threadId: name, runId: name },
    ...steps,
    { type: 'TEXT_MESSAGE_START', messageId: name, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: name, delta: `It is ${word}.` },
    { type: 'TEXT_MESSAGE_END', messageId: name },
    { type: 'RUN_FINISHED', threadId: name, runId: name },
  ];
}

function sessionOf() {
  const { turns, session } = startSession(batchOf([...runOf('r1', 'fine'), ...runOf('r2', 'bad')]));
  return { session, turns, comparing: createComparing(session) };
}

test('turns are short, progress grows, and the result equals a comparison at once', () => {
  const { session, turns, comparing } = sessionOf();
  comparing.begin([0, 1], ['ids']);
  const shares: number[] = [];
  for (let share = comparing.progress.value; share !== undefined; share = comparing.progress.value) {
    expect(comparing.found.value).toBeUndefined();
    shares.push(share);
    turns.once();
  }
  // The clock of the test moves on whenever it is looked at: a turn has ten looks.
  expect(shares.length).toBeGreaterThan(50);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  const { log } = session;
  const { figures: _shown, ...expected } = compare({ log, run: 0 }, { log, run: 1 }, ['ids']);
  expect(comparing.found.value).toMatchObject(expected);
  expect(comparing.found.value).toMatchObject({ same: false, messages: [{ kind: 'changed' }] });
});

test('a stopped comparison has no further turn; of several started ones only the last has a result', () => {
  const { turns, comparing } = sessionOf();
  comparing.begin([0, 1], []);
  turns.once();
  comparing.stop();
  turns.run();
  expect([comparing.progress.value, comparing.found.value]).toEqual([undefined, undefined]);
  comparing.begin([0, 1], []);
  comparing.begin([0, 1], ['ids', 'wording']);
  turns.run();
  expect(comparing.found.value?.messages.map(({ kind }) => kind)).toEqual(['same']);
});
