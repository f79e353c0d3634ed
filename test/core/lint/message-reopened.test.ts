// Text that is appended to a message from before: where the app shows it.
import { expect, test } from 'vitest';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import { findingsOf, logOf } from '../../support/logs';
import { type Played, play } from '../../support/played';
import { events } from '../../support/stream-text';

const A = { id: 'u', role: 'user', content: 'A?' };
const OLD = { id: 'm', role: 'assistant', content: 'First.' };
const B = { id: 'v', role: 'user', content: 'B?' };

const reopened = (log: ReturnType<typeof play>): readonly string[] =>
  findingsOf(log, createLintFold(CLIENT_1_0))
    .filter(({ rule }) => rule === 'message-reopened')
    .map(({ severity, message }) => `${severity} ${message}`);

const turns = (second: Partial<Played>) =>
  reopened(
    play(
      { sender: 'client-1.0', request: { messages: [A] }, text: 'run · text m "First." · end' },
      {
        sender: 'client-1.0',
        request: { runId: 'r2', messages: [A, OLD, B] },
        text: 'run r2 · text m "Second." · end',
        ...second,
      },
    ),
  );
const inFile = (text: string) => reopened(logOf(events(text)));

const PLACED = (place: string) =>
  `warning Message 'm' already has a text of 6 characters: the new text is appended to it and stands ${place}.`;

test('an answer with the id of an earlier one stands above its question', () => {
  expect(turns({})).toEqual([PLACED("above the user message 'v'")]);
  const chunks = `run r2 · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"Second."} · end`;
  expect(turns({ text: chunks })).toEqual([PLACED("above the user message 'v'")]);
  expect(inFile('run · text m "First." · end\nrun r2 · text m "Second." · end')).toEqual([
    PLACED('above the request that it answers'),
  ]);
});

test('text after a result stands above it', () => {
  expect(inFile('run · text m "First." · tool c f {} · result c "ok" · text m "Second." · end')).toEqual([
    PLACED("above the tool message 'c-result'"),
  ]);
});

test('text that is appended to the last message is an info', () => {
  const info = "info Message 'm' already has a text of 6 characters; new text is appended to it.";
  expect(inFile('run · text m "First." · text m "Second." · end')).toEqual([info]);
  expect(inFile('run · text m "First." · think q "Hm." · tool c f {} · text m "Second." · end')).toEqual([
    info,
  ]);
  const ask = '{"type":"interrupt","interrupts":[{"id":"i","reason":"ask"}]}';
  const first = `run · text m "First." · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ask}}`;
  expect(inFile(`${first}\nrun r2 · text m "Second." · end`)).toEqual([info]);
  expect(
    inFile(
      'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"} · state {} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"b"} · end',
    ),
  ).toEqual([]);
});

const chunk = (id: string, type = 'TEXT') => `${type}_MESSAGE_CHUNK {"messageId":"${id}","delta":"x"}`;

test('alternating chunks of concurrent messages continue them', () => {
  expect(inFile(`run · ${chunk('m')} · ${chunk('n')} · ${chunk('m')} · ${chunk('n')} · end`)).toEqual([]);
  const think = chunk('q', 'REASONING');
  expect(inFile(`run · ${think} · ${chunk('m')} · ${think} · ${chunk('m')} · end`)).toEqual([]);
  expect(inFile(`run · ${chunk('m')} · tool c f {} · result c "ok" · ${chunk('m')} · end`)).toEqual([
    "warning Message 'm' already has a text of 1 characters: the new text is appended to it and stands above the tool message 'c-result'.",
  ]);
});

test('a run that is sent again without a request is no new turn', () => {
  const run = 'run · text m "First." · text n "More." · end';
  const infos = ['m', 'n'].map((id) => expect.stringMatching(`^info Message '${id}' already has`));
  expect(inFile(`${run}\n${run}`)).toEqual(infos);
  expect(reopened(play({ sender: 'client-1.0', text: run }, { text: run }))).toEqual(infos);
});

test('messages of a missing request stand where a snapshot has them', () => {
  const snapshot = `messages ${JSON.stringify([A, OLD])}`;
  expect(inFile(`run · text m "First." · ${snapshot} · text m "Second." · end`)).toEqual([
    "info Message 'm' already has a text of 6 characters; new text is appended to it.",
  ]);
  expect(inFile(`run · ${chunk('m')} · ${snapshot} · ${chunk('m')} · end`)).toEqual([]);
});
