// A session that has much of everything: texts of every height, long names, many runs, a state that changes.

const COUNTS = Array.from({ length: 14 }, (_none, n) => n);
const LONG_NAME = 'search_the_whole_catalogue_for_matching_entries_by_name';

function* textMessage(messageId: string, role: string, ...deltas: readonly string[]) {
  yield { type: 'TEXT_MESSAGE_START', messageId, role };
  for (const delta of deltas) yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
  yield { type: 'TEXT_MESSAGE_END', messageId };
}

function* run(n: number) {
  const ids = { threadId: 'a-thread-of-many-runs', runId: `run-${n}-with-a-long-name-of-its-own` };
  yield { type: 'RUN_STARTED', ...ids };
  yield { type: 'STEP_STARTED', stepName: `look at everything once more, step ${n}` };
  yield {
    type: 'STATE_SNAPSHOT',
    snapshot: { n, list: COUNTS, deep: { a_rather_long_key: { in: 'a rather long value '.repeat(9) } } },
  };
  yield {
    type: 'STATE_DELTA',
    delta: [
      { op: 'replace', path: '/n', value: -n },
      { op: 'add', path: `/added_${n}`, value: 'x' },
    ],
  };
  yield* textMessage(
    `r${n}`,
    'assistant',
    'I think of ',
    'something that is a little longer. '.repeat(1 + n),
  );
  yield* textMessage(
    `m${n}`,
    'assistant',
    'Some words. ',
    'A sentence that goes on and on. '.repeat(1 + ((n * 5) % 17)),
    `\n\n- ${'item '.repeat(n)}`,
  );
  const toolCallName = n % 3 === 0 ? LONG_NAME.repeat(3) : n % 3 === 1 ? LONG_NAME : 'f';
  yield { type: 'TOOL_CALL_START', toolCallId: `c${n}`, toolCallName, parentMessageId: `m${n}` };
  yield {
    type: 'TOOL_CALL_ARGS',
    toolCallId: `c${n}`,
    delta: JSON.stringify({ query: 'word '.repeat(n + 1), limit: n }),
  };
  yield { type: 'TOOL_CALL_END', toolCallId: `c${n}` };
  // Some calls have no answer, and some answers no call.
  if (n % 4 !== 3)
    yield {
      type: 'TOOL_CALL_RESULT',
      messageId: `t${n}`,
      toolCallId: n % 5 === 4 ? 'none' : `c${n}`,
      content: JSON.stringify({ hits: COUNTS.map((hit) => ({ hit, title: 'A title' })) }),
    };
  yield {
    type: 'STEP_FINISHED',
    stepName: n % 2 === 0 ? `look at everything once more, step ${n}` : 'another one',
  };
  yield n % 4 === 2
    ? {
        type: 'RUN_ERROR',
        message: 'Something went wrong that takes a whole sentence to explain.',
        code: 'WRONG',
      }
    : { type: 'RUN_FINISHED', ...ids };
}

/** A fixture of aimock with its events, and so with durations. */
export const CROWDED = JSON.stringify({
  fixtures: [{ match: {}, events: COUNTS.flatMap((n) => [...run(n)]), delayMs: 7 }],
});
