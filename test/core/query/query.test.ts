import { expect, test } from 'vitest';
import type { Finding } from '@/lib/core/lint/types';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import { Rows } from '@/lib/core/log/rows';
import { modelFold } from '@/lib/core/model/model';
import { threadIn } from '@/lib/core/model/queries/blame';
import { runIn } from '@/lib/core/model/queries/lookup';
import { complete, hasTerm, toggleTerm, valueTerm } from '@/lib/core/query/edit';
import { createEventQuery } from '@/lib/core/query/event-query';
import { createFacts } from '@/lib/core/query/facts';
import { fieldOf, fields } from '@/lib/core/query/fields';
import { createFilter } from '@/lib/core/query/filter';
import { parseQuery } from '@/lib/core/query/parse';
import { globTest } from '@/lib/core/query/patterns';
import { blockOf } from '../../support/blocks';
import { cpuMs, hasRunAway } from '../../support/cpu';
import { logOf, logOfRecords, STARTED, sse, sseRecords } from '../../support/logs';
import { sampleRun } from '../../support/sessions';
import { events as streamed } from '../../support/stream-text';
import { createRandom } from '../model/random';

const events = [
  ...sampleRun(),
  { type: 'CUSTOM', name: 'rain in London', value: 1, subagentRunId: 's1', metadata: {} },
  { type: 'STATE_DELTA', delta: [{ op: 'move', from: '/items', path: '/rest' }] },
  { type: 'RUN_ERROR', message: 'late', code: 'INCOMPLETE_STREAM' },
];
const log = logOf(events as never);
const findings = [{ rule: 'event-after-terminal', severity: 'error', seq: 13, stream: 0, message: 'm' }];
const facts = createFacts(log, {
  findings: () => findings as unknown as readonly Finding[],
  notes: () => new Map([[3, 'look here']]),
});

/** Facts of a log without findings and notes. */
const factsOf = (of: Log, more: Partial<Parameters<typeof createFacts>[1]> = {}) =>
  createFacts(of, { findings: () => [], notes: () => new Map(), ...more });

/** The same, with the states that its events met. */
function factsWithStates(of: Log) {
  const history = createHistory(modelFold, of);
  return factsOf(of, { stateBefore: (seq, id) => threadIn(history.at(seq - 1), id)?.state });
}

/** Positions of the events that pass. */
function passing(text: string, of = log, known = facts): number[] {
  const filter = createFilter(text, known);
  return Array.from({ length: of.length }, (_, seq) => seq).filter((seq) => filter.passes(seq));
}
const types = (text: string) => passing(text).map((seq) => log.typeOf(seq));

const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  '': events.map((_, seq) => seq),
  'type:RUN_*': [0, 12, 15],
  'type:run_*': [0, 12, 15],
  'type:*_END': [5, 9],
  'type:RAW,CUSTOM': [13],
  'type:RAW type:CUSTOM': [13],
  '-type:TEXT_* -type:TOOL_* -type:STATE_*': [0, 12, 13, 15],
  'tool:search': [6, 7, 8, 9, 10],
  'tool:sea*': [6, 7, 8, 9, 10],
  'tool:other': [],
  'run:r1 type:RUN_*': [0, 12, 15],
  'thread:t1 is:snapshot': [1],
  'id:r1-m': [2, 3, 4, 5, 6],
  'subagent:s1': [13],
  'is:subagent': [13],
  'path:/cart': [1, 11],
  'path:/cart/total': [1, 11],
  'path:/cart/total/deep': [11],
  'path:/items': [1, 14],
  'path:/rest/0': [14],
  'size:>1kB': [],
  'size:<48': [],
  'gap:>1h': [],
  'at:>=0': events.map((_, seq) => seq),
  'has:metadata': [13],
  'is:error': [13],
  'is:finding': [13],
  '-is:finding type:CUSTOM': [],
  'rule:event-*': [13],
  'is:bookmarked': [3],
  'is:noted': [3],
  'is:added': [15],
  'is:delta type:TEXT_*': [3, 4],
  'LONDON rain': [13],
  '"in london"': [13],
  '"london in"': [],
  '/rain.+lon/': [13],
  '-/o/ type:CUSTOM': [],
  'type:CUSTOM -snow': [13],
  tool_call_args: [7, 8],
  'type:': events.map((_, seq) => seq),
  'type:(*': [],
};

test.each(Object.entries(EXPECTED))('the query %s finds its events', (text, expected) =>
  expect(passing(text)).toEqual(expected),
);

test('a meaningless term is reported and ignored', () => {
  expect(createFilter('gap:soon type:CUSTOM', facts).problems[0]).toContain("gap: 'soon' is not a number");
  expect(types('gap:soon type:CUSTOM')).toEqual(['CUSTOM']);
  expect(createFilter('is:odd', facts).problems[0]).toContain('not one of error');
  expect(createFilter('path:cart', facts).problems[0]).toContain('not a JSON Pointer');
  expect(createFilter('/(/', facts).problems[0]).toContain('not a valid regular expression');
});

test('a word that only resembles a field is a word; positions are those of the text', () => {
  const isField = (name: string) => fieldOf(name) !== undefined;
  expect(parseQuery('http://a -type:"a b" c:', isField)).toEqual([
    { isNegated: false, value: 'http://a', isRegex: false, from: 0, to: 8 },
    { isNegated: true, field: 'type', value: 'a b', isRegex: false, isQuoted: true, from: 9, to: 20 },
    { isNegated: false, value: 'c:', isRegex: false, from: 21, to: 23 },
  ]);
});

test('any text is parsed, and parsing ends', () => {
  const pieces = [...'-:"/ a*\\(>ü\t', 'type', 'is', '2s', '__proto__'];
  for (let seed = 1; seed <= 3_000; seed++) {
    const random = createRandom(seed);
    const text = Array.from({ length: random.below(12) }, () => random.pick(pieces)).join('');
    const filter = createFilter(text, facts);
    for (const seq of [0, 3, 7, 14]) filter.passes(seq);
    complete(text, random.below(text.length + 1), facts);
  }
});

test('a block is skipped only if none of its events pass', () => {
  const block = blockOf(log);
  for (const text of Object.keys(EXPECTED)) {
    if (createFilter(text, facts).skipsAll(block)) expect(passing(text), text).toEqual([]);
  }
  // A moved value may be anything.
  expect(createFilter('snowstorm', facts).skipsAll(block)).toBe(false);
  const plain = logOf(sampleRun());
  const own = factsOf(plain);
  expect(createFilter('snowstorm', own).skipsAll(blockOf(plain))).toBe(true);
  expect(createFilter('-snowstorm', own).skipsAll(blockOf(plain))).toBe(false);
});

test('words are found for highlighting, whatever their characters', () => {
  const found = (query: string, text: string) =>
    createFilter(query, facts)
      .words?.(text)
      .map(([from, to]) => text.slice(from, to));
  expect(found('(lon rain type:X', 'rain (London)')).toEqual(['rain', '(Lon']);
  expect(found('rain /ai.*n/ in', '🌧 a rainy inn')).toEqual(['rainy inn'.slice(0, 4), 'in']);
  expect(found('/n+/', '🌧 inn')).toEqual(['nn']);
  expect(createFilter('type:X -rain', facts).words).toBeUndefined();
});

test.each(['x,y', 'x, y', 'x y', 'say "x, y"', '"z"', 'C:\\x y', 'x"y'])(
  'a term finds the value %s',
  (name) => {
    const calls = ['x', 'y', 'say', name].map((toolCallName, at) => ({
      type: 'TOOL_CALL_START',
      toolCallId: `c${at}`,
      toolCallName,
    }));
    const log = logOf(calls);
    const own = factsOf(log);
    const term = valueTerm('tool', name);
    expect(passing(term, log, own)).toEqual([3]);
    expect(hasTerm(`a ${term} b`, term)).toBe(true);
    expect(complete('tool:', 5, own)[0]?.text).toBe(`${term} `);
    const [tool, text] = [name, ''];
    expect(createEventQuery(term).passes({ type: 'TOOL_CALL_START', tool, text })).toBe(true);
    expect(createEventQuery(term).passes({ type: 'TOOL_CALL_START', tool: 'x', text })).toBe(false);
  },
);

test.each(['run', 'thread', 'tool', 'id', 'type', 'agent', 'subagent', 'url', 'rule'])(
  'a made term of %s finds no longer value; a typed one does',
  (field) => {
    const log = logOfRecords(
      ['x-2', 'x-20'].flatMap((x, at) => {
        const own = { threadId: x, runId: x };
        const call = { type: x, toolCallId: x, toolCallName: x, subagentRunId: x };
        const started = { type: 'RUN_STARTED', ...own };
        const records = sseRecords([started, { ...call, type: 'TOOL_CALL_START' }, call], own, at + 1);
        return records.map((each) => (each.kind === 'open' ? { ...each, url: `http://a/${x}?q` } : each));
      }),
    );
    const own = factsOf(log, {
      findings: () => [1, 4].map((seq) => ({ ...findings[0], seq, rule: seq < 3 ? 'x-2' : 'x-20' })) as never,
      agentOf: ({ index }) => (index === 0 ? 'x-2' : 'x-20'),
    });
    const value = field === 'url' ? 'http://a/x-2' : 'x-2';
    const found = passing(valueTerm(field, value), log, own);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((seq) => seq > 2)).toEqual([]);
    expect(passing(`${field}:${value}`, log, own).at(-1)).toBeGreaterThan(2);
    expect(passing(valueTerm(field, value.toUpperCase()), log, own)).toEqual(found);
  },
);

test('a run is found by its number, without those that begin like it', () => {
  const runs = Array.from({ length: 21 }, (_, at) => {
    const ids = { threadId: 't', runId: `r-${at}` };
    return sseRecords(
      [
        { type: 'RUN_STARTED', ...ids },
        { type: 'RUN_FINISHED', ...ids },
      ],
      undefined,
      at + 1,
    );
  });
  const log = logOfRecords(runs.flat());
  const history = createHistory(modelFold, log);
  const own = factsOf(log, { runAt: (seq, stream) => runIn(history.at(seq), stream) });
  expect(passing('run:#2', log, own)).toEqual([2, 3]);
  expect(passing('run:#2,#21', log, own)).toEqual([2, 3, 40, 41]);
  expect(passing('run:#22', log, own)).toEqual([]);
  expect(passing('-run:#2', log, own)).toHaveLength(40);
});

test('a mistyped field has a hint, other texts have none', () => {
  const hint = (query: string) => createFilter(query, facts).hint;
  expect(hint('tools:tool_1')).toBe("tools: is not a field. Did you mean 'tool:'?");
  expect(hint('rain -foo:bar')).toMatch(/^foo: is not a field\. Fields: type, kind, tool, run, /);
  for (const text of ['http://x', 'total: 2', '{"a":1}', '"tools:x y"', 'tool:x', '/tools:x/', ''])
    expect(hint(text), text).toBeUndefined();
});

test('fields and values are offered', () => {
  const labels = (text: string, caret = text.length) =>
    complete(text, caret, facts).map(({ label }) => label);
  expect(labels('')).toHaveLength(fields.length);
  expect(labels('ty')).toEqual(['type:TOOL_*']);
  expect(labels('tool:')).toEqual(['search']);
  // Rows show the name of a tool at each of its events.
  expect(labels('sear')).toEqual(['tool:search']);
  expect(labels('tool_call_r')).toEqual(['type:TOOL_CALL_RESULT']);
  expect(labels('type:tool_call_r')).toEqual(['TOOL_CALL_RESULT']);
  expect(labels('is:boo')).toEqual(['bookmarked']);
  expect(labels('rule:')).toEqual(['event-after-terminal']);
  expect(labels('gap:')).toEqual([]);
  const [first] = complete('rain -to snow', 8, facts);
  expect(first).toMatchObject({ text: 'rain -tool: snow', caret: 11 });
  expect(complete('run:', 4, facts)[0]?.text).toBe('run:"r1" ');
});

test('events of a subagent are found by its name and by its id; its name is suggested', () => {
  const of = logOf([
    STARTED,
    { type: 'SUBAGENT_STARTED', subagentRunId: 'f3a9', name: 'researcher' },
    { type: 'STEP_STARTED', stepName: 'search', subagentRunId: 'f3a9' },
    { type: 'STEP_STARTED', stepName: 'write', subagentRunId: '77b0' },
  ]);
  const known = factsOf(of);
  expect(passing('subagent:research*', of, known)).toEqual([1, 2]);
  expect(passing('subagent:f3a9', of, known)).toEqual([1, 2]);
  expect([...(fieldOf('subagent')?.values?.(known) ?? [])]).toEqual(['77b0', 'researcher']);
});

test('a subagent id that is used again has the name of its time', () => {
  const begin = (name: string) => ({ type: 'SUBAGENT_STARTED', subagentRunId: 's1', name });
  const end = { type: 'SUBAGENT_FINISHED', subagentRunId: 's1' };
  const of = logOf([STARTED, begin('researcher'), end, begin('writer'), end, begin(' '), end]);
  const known = factsOf(of);
  expect(passing('subagent:researcher', of, known)).toEqual([1, 2]);
  expect(passing('subagent:writer', of, known)).toEqual([3, 4, 5, 6]);
});

test('the end of a subagent in another stream leaves its name', () => {
  const of = logOfRecords([
    ...sseRecords([STARTED, { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'researcher' }]),
    ...sseRecords([STARTED, { type: 'SUBAGENT_FINISHED', subagentRunId: 's1' }], undefined, 2),
  ]);
  expect(passing('subagent:researcher', of, factsOf(of))).toEqual([1, 3]);
});

test('values with spaces are offered within quotes', () => {
  const calls = ['get weather', 'get news'].map((toolCallName, at) => ({
    type: 'TOOL_CALL_START',
    toolCallId: `c${at}`,
    toolCallName,
  }));
  const own = factsOf(logOf(calls));
  const offered = (before: string, after = '') =>
    complete(before + after, before.length, own).map(({ text }) => text.trimEnd());
  const both = ['tool:"get news"', 'tool:"get weather"'];
  expect(offered('tool:"')).toEqual(both);
  expect(offered('tool:"get ')).toEqual(both);
  expect(offered('tool:"get w')).toEqual(['tool:"get weather"']);
  expect(offered('tool:"get w', 'ool"')).toEqual(['tool:"get weather"']);
  expect(offered('rain -tool:"get w', ' type:X')).toEqual(['rain -tool:"get weather"  type:X']);
  expect(offered('tool:"get w', ' run:"r 1"')).toEqual(['tool:"get weather"  run:"r 1"']);
  expect(offered('tool:"get news" to')).toEqual(['tool:"get news" tool:']);
});

test('paths of the state are offered: all that a delta changes, and the keys of a snapshot', () => {
  const delta = [
    { op: 'replace', path: '/cart/total', value: 5 },
    { op: 'move', path: '/last', from: '/first' },
  ];
  const log = logOf([
    { type: 'STATE_SNAPSHOT', snapshot: { cart: { total: 3 }, 'a/b': 1 } },
    { type: 'STATE_DELTA', delta },
  ]);
  const labels = complete('path:', 5, factsOf(log)).map(({ label }) => label);
  expect(labels).toEqual(['/cart/total', '/last', '/first', '/cart', '/a~1b']);
});

test('every field has a description and accepts its own example', () => {
  for (const { name, summary, example, test: compile } of fields) {
    expect(summary, name).toMatch(/\.$/);
    expect(typeof compile(example), name).toBe('function');
  }
});

test('an expression that runs away elsewhere is searched for at once', () => {
  const start = cpuMs();
  const text = 'a'.repeat(150_000);
  for (const source of ['(a+)+$b', '^(a+[^(])+$', '(a|a)*b', '(a|aa)+$!', '(.*)*x', '(\\w+\\s?)*:']) {
    const { problems, words } = createFilter(`/${source}/`, facts);
    expect(problems).toEqual([]);
    words?.(text);
  }
  expect(createFilter(`tool:${'a*'.repeat(30)}b`, facts).problems).toEqual([]);
  expect(globTest(`${'a*'.repeat(30)}b`)(text)).toBe(false);
  expect(hasRunAway(start)).toBe(false);
});

test('an expression that cannot be searched safely reports why', () => {
  expect(createFilter('/(?=a)b/', facts).problems[0]).toContain('looks ahead or back');
  expect(createFilter('/(a)\\1/', facts).problems[0]).toContain('refers to its own groups');
  expect(createFilter('/(/', facts).problems[0]).toBe('/(/ is not a valid regular expression.');
});

test('a text is found at its start, across any number of deltas', () => {
  const log = logOf(
    streamed(String.raw`
    run · TEXT_MESSAGE_START {"messageId":"a"} · TEXT_MESSAGE_START {"messageId":"b"}
    say a "The wea" · say b "Nothing " · say a "th" · raw {} · say a "er in \"Lon" "don\" is fine." · say b "at all"
    tool c look "{\"ci" "ty\":\"Par" "is\"}"
  `),
  );
  const seqs = (query: string) => passing(query, log, factsOf(log));
  expect(seqs('weather')).toEqual([3]);
  expect(seqs('LONDON')).toEqual([7]);
  expect(seqs('"weather in"')).toEqual([3]);
  expect(seqs('nothing at all')).toEqual([4]);
  expect(seqs('city')).toEqual([11]);
  expect(seqs('paris')).toEqual([12]);
  expect(seqs('weathering')).toEqual([]);
  expect(seqs('weather -type:TEXT_MESSAGE_CONTENT')).toEqual([]);
});

test('values of the state are found as they are read, at the event that set them', () => {
  const changes = streamed(String.raw`
    run · state {"city":"Zürich","cart":{"total":1,"a/b":["tea \"green\""]}} · patch /cart/total = 20
    patch [{"op":"copy","from":"/city","path":"/home"}] · patch /cart = {"total":3}
    CUSTOM {"name":"total: 20","value":1}
  `);
  // Many servers write no letter beyond ASCII.
  const body = changes.map((change) => {
    const text = JSON.stringify(change).replaceAll(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return `data: ${text}\n\n`;
  });
  const [navigation, open, , close] = sseRecords([{}]);
  const chunks = body.map((text, t) => ({ kind: 'chunk', t, stream: 1, text }) as const);
  const records = [navigation, open, ...chunks, close].filter((each) => each !== undefined);
  const made = logOfRecords(records);
  const own = factsWithStates(made);
  const block = blockOf(made);
  const seqs = (query: string) => {
    const found = passing(query, made, own);
    // A block that holds one is never skipped.
    if (found.length > 0) expect(createFilter(query, own).skipsAll(block), query).toBe(false);
    return found;
  };
  expect(seqs('Zürich')).toEqual([1, 3]);
  expect(seqs('ZÜRICH')).toEqual([1, 3]);
  expect(seqs('"city: Zürich"')).toEqual([1]);
  expect(seqs('home=Zürich')).toEqual([3]);
  expect(seqs('a/b')).toEqual([1]);
  expect(seqs('"total: 20"')).toEqual([2, 5]);
  expect(seqs('total: 20')).toEqual([2, 5]);
  expect(seqs('"/cart/total = 20"')).toEqual([2]);
  expect(seqs('"/cart/total = 3"')).toEqual([4]);
  expect(seqs('"total: 4"')).toEqual([]);
});

test('earlier states are searched for moved values only if a frame or a request contains them', () => {
  const moves = (count: number) =>
    Array.from({ length: count }, () => ({
      type: 'STATE_DELTA',
      delta: [{ op: 'copy', from: '/city', path: '/home' }],
    }));
  const changes = [STARTED, ...moves(600)];
  const input = { threadId: 't', runId: 'r', messages: [], state: { city: 'Zürich' } };
  const made = logOfRecords(sseRecords(changes, input));
  const history = createHistory(modelFold, made);
  let states = 0;
  const own = factsOf(made, {
    stateBefore(seq, id) {
      states++;
      return threadIn(history.at(seq - 1), id)?.state;
    },
  });
  const found = (query: string) => {
    const rows = new Rows(made, createFilter(query, own));
    rows.advance();
    return rows.events;
  };
  expect(found('home=Zürich')).toBe(600);
  expect(states).toBe(600);
  expect(found('home=Basel')).toBe(0);
  expect(states).toBe(600);
});

test('a value that one delta copies thousands of times is searched once', () => {
  const list = Array.from({ length: 20_000 }, (_, n) => ({ n, name: `item ${n}` }));
  const copies = (count: number) =>
    Array.from({ length: count }, () => ({ op: 'copy', from: '/list', path: '/copied' }));
  const changes = [
    STARTED,
    { type: 'STATE_SNAPSHOT', snapshot: { list, total: 2, n: 'few' } },
    { type: 'STATE_DELTA', delta: copies(4000) },
    { type: 'STATE_DELTA', delta: [...copies(1), { op: 'copy', from: '/total', path: '/copied/7/sum' }] },
    { type: 'STATE_DELTA', delta: copies(1) },
  ];
  const made = logOf(changes);
  const own = factsWithStates(made);
  const found = (query: string) => passing(query, made, own);
  const startMs = cpuMs();
  expect(found('"total: 2"')).toEqual([1]);
  expect(found('"/copied/4999/n = 2"')).toEqual([]);
  expect(hasRunAway(startMs)).toBe(false);
  // A value that was found once is found in each of its copies.
  expect(found('"name: item 4999"')).toEqual([1, 2, 3, 4]);
  expect(found('"sum: 2"')).toEqual([3]);
  expect(found('"/copied/4999/name = item 4999"')).toEqual([2, 3, 4]);
});

test('a text that is completed by later events is found then', () => {
  const delta = (text: string) => sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'a', delta: text });
  const log = createLog();
  const records = sseRecords([STARTED]).slice(0, -1);
  const append = (text: string, t: number) =>
    log.append({ doc: 'd', frameId: 0, records: [{ kind: 'chunk', t, stream: 1, text: delta(text) }] });
  log.append({ doc: 'd', frameId: 0, records });
  const filter = createFilter('weather', factsOf(log));
  const rows = new Rows(log, filter);
  append('the wea', 10);
  rows.advance();
  append('ther is fine', 11);
  rows.advance();
  append('the weather', 12);
  rows.advance();
  const seqs = Array.from({ length: rows.length }, (_, at) => rows.at(at)).flatMap((row) =>
    row?.kind === 'event' ? [row.seq] : [],
  );
  expect(seqs).toEqual([2, 3]);
});

test('a request matches by its content, and by its problems', () => {
  const messages = [{ id: '1', role: 'user', content: 'Weather?' }];
  const log = logOf([], { threadId: 't', runId: 'r', messages });
  const place = { seq: -1, stream: 0, message: '', related: [] };
  const finding = { rule: 'http-error', severity: 'error', ...place } as const;
  const facts = factsOf(log, { findings: () => [finding] });
  const kinds = (query: string) => {
    const filter = createFilter(query, facts);
    return log.boundaries.filter((boundary) => filter.passesBoundary(boundary)).map(({ kind }) => kind);
  };
  expect(kinds('weather')).toEqual(['open']);
  expect(kinds('snow')).toEqual([]);
  expect(kinds('is:error')).toEqual(['open']);
  expect(kinds('rule:http-error url:agent')).toEqual(['open']);
  expect(kinds('is:error type:RUN_*')).toEqual([]);
  expect(kinds('run:"r"')).toEqual(['open', 'close']);
  expect([kinds('run:other'), kinds('run:#1')]).toEqual([[], []]);
  for (const query of ['-run:r', '-run:r -run:x', '-run:x -url:agent'])
    expect(kinds(query), query).not.toContain('open');
  expect(kinds('-run:x -run:y')).toContain('open');
  expect(kinds('thread:t run:r')).toEqual(['open', 'close']);
});

test('kinds group common searches, and terms can be added and removed', () => {
  expect(passing('kind:tools')).toEqual([6, 7, 8, 9, 10]);
  expect(passing('kind:state kind:raw')).toEqual([1, 11, 13, 14]);
  expect(createFilter('kind:nothing', facts).problems).toHaveLength(1);
  expect(toggleTerm('', 'kind:tools')).toBe('kind:tools');
  expect(toggleTerm('"a b" kind:tools -x', 'kind:tools')).toBe('"a b" -x');
  expect([hasTerm('kind:tools', 'kind:tools'), hasTerm('-kind:tools', 'kind:tools')]).toEqual([true, false]);
});

test('a filter of any length works or is refused with a reason', () => {
  for (const unit of ['x', '"\\', 'é☃', 'ab ', '* ', 'url:x ', '\u2028']) {
    for (const length of [3990, 4001, 200_000]) {
      const filter = createFilter(unit.repeat(length).slice(0, length), facts);
      expect(events.filter((_event, seq) => filter.passes(seq)).length).toBeGreaterThanOrEqual(0);
      expect(filter.problems).toEqual(
        length > 4000 ? [expect.stringMatching(/^A filter has at most 4,000 .*\.$/)] : [],
      );
    }
  }
});

test('a very long value is not suggested', () => {
  const started = ['r', 'r'.repeat(100_000)].map((runId) => ({ type: 'RUN_STARTED', threadId: 't', runId }));
  const own = factsOf(logOf(started));
  expect(complete('run:', 4, own).map(({ label }) => label)).toEqual(['r']);
});
