import { expect, test } from 'vitest';
import { createRowSummaries } from '@/lib/panel/row-summaries';
import { countedList } from '../support/counted-list';
import { FINISHED, openOf, STARTED } from '../support/logs';
import { batchOf, startSession } from '../support/sessions';
import { events } from '../support/stream-text';

function linesOf(list: readonly object[], request?: object): readonly string[] {
  const { session } = startSession(batchOf(list, 0, request));
  return list.map((_, seq) => {
    const logged = session.log.at(seq);
    return logged === undefined ? '' : session.summaries.of(logged);
  });
}

const run = (...list: readonly object[]): object[] => [STARTED, ...list];
const delta = (...operations: readonly object[]) => ({ type: 'STATE_DELTA', delta: operations });

test('a patch shows its value and the previous one', () => {
  const lines = linesOf(
    run(
      ...events('state {"a":{"b":35},"list":[1],"gone":"x"} · patch /a/b = 36 · patch /a/b = 37'),
      delta({ op: 'add', path: '/list/-', value: 2 }),
      delta({ op: 'remove', path: '/gone' }),
      delta({ op: 'add', path: '/new', value: { c: 1 } }, { op: 'replace', path: '/a/b', value: 1 }),
      delta(...[1, 2, 3, 4, 5].map((value) => ({ op: 'add', path: `/n${value}`, value }))),
    ),
  );
  expect(lines.slice(2)).toEqual([
    '/a/b = 36 (was 35)',
    '/a/b = 37 (was 36)',
    '/list + 2',
    '/gone removed (was "x")',
    '/new = {c: 1}, /a/b = 1 (was 37)',
    '/n1 = 1, /n2 = 2, /n3 = 3, +2 more',
  ]);
});

test('the previous value is that of the state, whatever a failed patch intended', () => {
  const lines = linesOf(
    run(
      ...events('state {"a":1}'),
      delta({ op: 'replace', path: '/a', value: 2 }, { op: 'remove', path: '/missing/deep' }),
      ...events('patch /a = 3'),
    ),
  );
  expect(lines[3]).toBe('/a = 3 (was 1)');
});

test('the state of a request is what was there before the first patch', () => {
  const request = { threadId: 't', runId: 'r', messages: [], state: { a: 'old' } };
  expect(linesOf(events('run · patch /a = "new"'), request)[1]).toBe('/a = "new" (was "old")');
});

test('a snapshot shows its changes', () => {
  const lines = linesOf(
    events(`
      run · state {"a":1,"b":2} · state {"a":1,"b":2}
      state {"a":2,"c":3,"d":4} · state {"a":2,"c":3,"d":4,"e":[]}
    `),
  );
  expect(lines.slice(1)).toEqual([
    '2 keys · {a: 1, b: 2}',
    'no change',
    '/a = 2 (was 1), /b removed (was 2), +2 more',
    '/e = []',
  ]);
});

test('a snapshot of messages shows its effect', () => {
  const [one, two] = [
    { id: '1', role: 'user', content: 'a' },
    { id: '2', role: 'assistant', content: 'b' },
  ];
  const snapshot = (...messages: object[]) => ({ type: 'MESSAGES_SNAPSHOT', messages });
  const lines = linesOf(
    run(snapshot(one), snapshot(one, two), snapshot(one, { ...two, content: 'c' }), snapshot(one)),
  );
  expect(lines.slice(1)).toEqual([
    '1 message · 1 new',
    '2 messages · 1 new',
    '2 messages · 1 changed',
    '1 message · 1 dropped',
  ]);
});

test('in a flood of events a patch is shown without the previous value, until it is calm', () => {
  const { turns, session } = startSession();
  const patches = Array.from({ length: 40 }, (_, value) => delta({ op: 'replace', path: '/a', value }));
  session.reading.append([batchOf([...events('run · state {"a":-1}'), ...patches])]);
  turns.run();
  const line = () => {
    const logged = session.log.at(2);
    return logged && session.summaries.of(logged);
  };
  expect(line()).toBe('/a = 0');
  turns.run();
  expect(line()).toBe('/a = 0 (was -1)');
});

test('a subagent has its name in every row', () => {
  const lines = linesOf(
    run(
      { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'researcher' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's1' },
      { type: 'SUBAGENT_STARTED', subagentRunId: 's2', name: 'writer' },
      { type: 'SUBAGENT_ERROR', subagentRunId: 's2', message: 'Out of ink.' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's3' },
    ),
  );
  expect(lines.slice(1)).toEqual([
    'researcher s1 starts',
    'researcher ends',
    'writer s2 starts',
    'writer failed: Out of ink.',
    's3 ends',
  ]);
});

test('RAW shows its wrapped event, CUSTOM its name and value, a result its tool', () => {
  const lines = linesOf(
    events(`
      run
      RAW {"source":"lg","event":{"event":"on_chat_model_stream","name":"ChatOpenAI","data":{"chunk":{"content":"Hi"}}}}
      raw [{"type":"ai"},{"tags":[]}] · raw {"a":1} · custom progress {"done":3}
      tool c get_weather · result c "12°"
    `),
  );
  expect(lines.slice(1)).toEqual([
    'lg · on_chat_model_stream ChatOpenAI · "Hi"',
    '[2] ai',
    '{a: 1}',
    'progress = {done: 3}',
    'get_weather c',
    'get_weather called',
    'get_weather → 12°',
  ]);
});

test('the beginning and end of a run have its name, and the reason for its end', () => {
  const request = { threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content: 'Go' }] };
  const ended = (event: object) => linesOf(run(event), request);
  expect(ended({ ...FINISHED, finishReason: 'length' })).toEqual(['#1 “Go” starts', '#1 “Go” · length']);
  expect(ended(FINISHED)[1]).toBe('#1 “Go” ends');
  expect(ended({ type: 'RUN_ERROR', message: 'no key', code: 'E1' })[1]).toBe('#1 “Go” · E1: no key');
});

test('the beginning and end of a run have its name if an event precedes RUN_STARTED', () => {
  const request = { threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content: 'Go' }] };
  const accepted = { type: 'CUSTOM', name: 'run.accepted', value: {} };
  expect(linesOf([accepted, STARTED, FINISHED], request).slice(1)).toEqual([
    '#1 “Go” starts',
    '#1 “Go” ends',
  ]);
  // The next run does not belong to the request.
  const next = { ...STARTED, runId: 'next' };
  expect(linesOf([accepted, STARTED, FINISHED, accepted, next], request).at(-1)).toBe('#2 next starts');
});

test('runs that have not begun are looked through once in a model, however many rows ask for theirs', () => {
  const { turns, session } = startSession();
  const records = Array.from({ length: 100 }, (_, at) => ({
    ...openOf({ threadId: 't', runId: `r${at}`, messages: [] }),
    stream: at + 1,
  }));
  session.reading.append([{ doc: 'd', frameId: 0, n: 0, records }]);
  turns.run();
  const { log, names, models, filter } = session;
  const { list: runs, reads } = countedList(models.newest().runs);
  const model = { ...models.newest(), runs };
  const counted = { seenBy: models.seenBy, newest: () => model };
  const rows = createRowSummaries({
    log,
    names,
    models: counted,
    facts: filter.facts,
    scheduler: turns,
    isBehind: () => false,
  });
  for (const stream of log.streams)
    expect(rows.askedBy(stream, stream.input)?.runId).toBe(`r${stream.index}`);
  expect(reads()).toBe(300);
});
