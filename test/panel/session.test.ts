import { expect, test, vi } from 'vitest';
import { changesBetween } from '@/lib/core/model/queries/changes';
import { reducers } from '@/lib/core/model/reducers';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { CapturedRecord } from '@/lib/messages/records';
import {
  goToOtherEnd,
  openGroup,
  type StepKind,
  stepAnyRow,
  stepBookmark,
  stepBy,
  stepMatch,
  stepRows,
} from '@/lib/panel/navigate';
import { createPlayback } from '@/lib/panel/playback';
import { plain, sse, sseRecords } from '../support/logs';
import { batchOf, bodyBatchOf, STOCK_REQUEST, sampleRun, startSession } from '../support/sessions';
import { events } from '../support/stream-text';

const session = (...batches: ReturnType<typeof batchOf>[]) =>
  startSession(...(batches.length > 0 ? batches : [batchOf(sampleRun())]));

const threadOf = (model: { threads: { at(index: number): unknown }; current: number }) =>
  plain(model.threads.at(model.current)) as { state: unknown };

test('the cursor is live at first, and moving it is time travel', () => {
  const { session: made } = session();
  expect(made.reading.length.value).toBe(13);
  expect(made.cursor.seq.value).toBe(12);
  expect(threadOf(made.models.current.value).state).toEqual({ cart: { total: 2 }, items: [] });
  made.cursor.goTo(4);
  const texts = [...(made.models.current.value.threads.at(0)?.messages ?? [])].map(
    ({ message }) => message.content,
  );
  expect(texts).toEqual(['Hello']);
  expect(threadOf(made.models.current.value).state).toEqual({ cart: { total: 1 }, items: [] });
});

test('new events move a live cursor and leave any other alone', () => {
  const { session: made, turns } = session();
  made.reading.append([batchOf(sampleRun('r2'), 1)]);
  turns.run();
  expect(made.cursor.seq.value).toBe(25);
  made.cursor.goTo(3);
  made.reading.append([batchOf(sampleRun('r3'), 2)]);
  turns.run();
  expect(made.cursor.seq.value).toBe(3);
  expect(made.reading.length.value).toBe(39);
});

test('an event has only its own changes', () => {
  const { session: made } = session();
  const changes = (seq: number) => {
    made.cursor.goTo(seq);
    return changesBetween(made.models.around.value.before, made.models.around.value.after);
  };
  expect(changes(4).messages.map(({ kind, entry }) => [kind, entry.message.id])).toEqual([
    ['changed', 'r1-m'],
  ]);
  expect(changes(4).state).toEqual([]);
  expect(changes(11).state).toEqual([{ pointer: '/cart/total', kind: 'changed', before: 1, after: 2 }]);
  expect(changes(11).messages).toEqual([]);
  expect(changes(10).messages.map(({ kind, entry }) => [kind, entry.message.id])).toEqual([
    ['added', 'r1-a'],
  ]);
  expect(changes(10).toolCalls.map(({ call }) => call.status)).toEqual(['answered']);
  expect(changes(12).runs.map(({ run }) => run.status)).toEqual(['success']);
  expect(changes(12).toolCalls).toEqual([]);
});

test('steps stop at events, state changes, messages, tool calls and runs', () => {
  const { session: made } = session();
  made.cursor.goTo(0);
  const stops = (kind: StepKind, direction: 1 | -1 = 1) => {
    const seen: number[] = [];
    for (let before = -1; before !== made.cursor.seq.value; ) {
      before = made.cursor.seq.value;
      stepBy(made, direction, { kind });
      if (before !== made.cursor.seq.value) seen.push(made.cursor.seq.value);
    }
    return seen;
  };
  expect(stops('state')).toEqual([1, 11]);
  expect(stops('tool', -1)).toEqual([10, 6]);
  expect(stops('message', -1)).toEqual([2]);
  expect(stops('run')).toEqual([12]);
  expect(stops('event', -1)).toHaveLength(12);
});

test('the event after the first request is the first event', () => {
  const { session: made } = session();
  const request = made.log.boundaries.findIndex(({ kind }) => kind === 'open');
  made.cursor.goToBoundary(request);
  stepBy(made, 1, { kind: 'event' });
  expect([made.cursor.seq.value, made.cursor.boundary.value]).toEqual([0, undefined]);
});

test('steps between findings pass over the severities that the Findings view hides', () => {
  const { session: made } = session(
    batchOf(
      events(`
        run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"find","parentMessageId":"none"}
        say m "Hi" · end
      `),
    ),
  );
  const seqs = (...severities: string[]) =>
    made.findings.listed.value.filter(({ severity }) => severities.includes(severity)).map(({ seq }) => seq);
  expect(seqs('info')).toContain(1);
  expect(Math.min(...seqs('error', 'warning'))).toBe(2);
  made.cursor.goTo(0);
  stepBy(made, 1, { kind: 'finding', hiddenSeverities: ['info'] });
  expect(made.cursor.seq.value).toBe(2);
  stepBy(made, -1, { kind: 'finding' });
  expect(made.cursor.seq.value).toBe(1);
});

test('rows of a filtered list are stepped through, marks never stop a step', () => {
  const { session: made } = session();
  made.filter.text.value = 'type:TOOL_*';
  made.cursor.goTo(3);
  stepBy(made, 1, { kind: 'event' });
  expect(made.cursor.seq.value).toBe(6);
  stepRows(made, 100);
  expect(made.cursor.seq.value).toBe(10);
  stepRows(made, -100);
  // The first row is a whole call: one is behind it.
  expect(made.cursor.seq.value).toBe(9);
  made.list.isFolded.value = false;
  stepRows(made, -100);
  expect(made.cursor.seq.value).toBe(6);
  made.filter.text.value = '';
  stepRows(made, -100);
  expect(made.cursor.seq.value).toBe(0);
});

test('a folded message is one step, an open one is one step for each event', () => {
  const { session: made } = session();
  const steps = () => {
    const seqs: number[] = [];
    made.cursor.goTo(0);
    for (let at = 0; at < 20; at++) {
      seqs.push(made.cursor.seq.value);
      stepRows(made, 1);
      if (seqs.at(-1) === made.cursor.seq.value) break;
    }
    return seqs;
  };
  const folded = steps();
  made.cursor.goTo(2);
  expect(openGroup(made, false)).toBe(false);
  expect(openGroup(made, true)).toBe(true);
  expect(made.cursor.seq.value).toBe(2);
  expect(openGroup(made, true)).toBe(false);
  expect(steps().length).toBeGreaterThan(folded.length);
  made.cursor.goTo(2);
  expect(openGroup(made, false)).toBe(true);
  expect(steps()).toEqual(folded);
});

test('the cursor jumps between start and end of a message; bookmarks are set and removed', () => {
  const { session: made } = session();
  const start = made.log.typeOf(1) === 'TEXT_MESSAGE_START' ? 1 : 2;
  made.cursor.goTo(start);
  goToOtherEnd(made);
  expect(made.log.typeOf(made.cursor.seq.value)).toBe('TEXT_MESSAGE_END');
  goToOtherEnd(made);
  expect(made.cursor.seq.value).toBe(start);
  made.annotations.toggleBookmark(3);
  expect([...made.annotations.notes.value]).toEqual([[3, '']]);
  made.annotations.toggleBookmark(3);
  expect(made.annotations.notes.value.size).toBe(0);
});

test('more bookmarks than a call may have arguments are kept', () => {
  const { session: made } = session();
  made.cursor.goTo(0);
  made.annotations.notes.value = new Map(Array.from({ length: 200_000 }, (_none, at) => [at, '']));
  stepBookmark(made, 1);
  expect(made.cursor.seq.value).toBe(1);
});

test('a batch that does not pass the gate becomes a gap', () => {
  const { session: made } = startSession({ doc: 'd', frameId: 0, n: 0, body: '{"not": "records"' });
  expect(made.log.boundaries).toMatchObject([{ kind: 'gap', reason: 'refused' }]);
});

test('the player follows the recorded times and stops at the end', () => {
  const { session: made, turns } = session();
  const playback = createPlayback(made, turns);
  playback.speed.value = 'events';
  playback.play();
  expect(made.cursor.seq.value).toBe(0);
  expect(playback.playing.value).toBe(true);
  turns.run();
  expect(made.cursor.seq.value).toBe(12);
  expect(playback.playing.value).toBe(false);
});

test('a log without times is played event by event at any speed', () => {
  const body = sampleRun().map((event) => sse(event));
  const { session: made, turns } = session(bodyBatchOf([body.join('')]));
  const playback = createPlayback(made, turns);
  playback.speed.value = 1;
  playback.play();
  turns.once();
  turns.once();
  expect(playback.playing.value).toBe(true);
  expect(made.cursor.seq.value).toBeLessThan(12);
  turns.run();
  expect(made.cursor.seq.value).toBe(12);
});

test('playing stops as soon as the cursor is moved otherwise', () => {
  const { session: made, turns } = session();
  const playback = createPlayback(made, turns);
  playback.speed.value = 'events';
  playback.play();
  made.cursor.goTo(3);
  turns.run();
  expect(playback.playing.value).toBe(false);
  expect(made.cursor.seq.value).toBe(3);
});

test('every row can be reached, marks too; an event that is filtered out is no row', () => {
  const { session: made } = session();
  made.cursor.goTo(0);
  stepAnyRow(made, -1);
  expect(made.log.boundaries[made.cursor.boundary.value ?? -1]?.kind).toBe('open');
  stepAnyRow(made, -1);
  expect(made.log.boundaries[made.cursor.boundary.value ?? -1]?.kind).toBe('navigation');
  stepAnyRow(made, 1);
  stepAnyRow(made, 1);
  expect([made.cursor.boundary.value, made.cursor.seq.value]).toEqual([undefined, 0]);
  made.filter.text.value = 'type:TOOL_*';
  const { rows } = made.filter.rows.value;
  expect([rows.positionOf(6, undefined) >= 0, rows.positionOf(7, undefined) >= 0]).toEqual([true, true]);
  expect(rows.positionOf(12, undefined)).toBe(-1);
  expect(rows.events).toBe(5);
});

test('the length of the backlog is known, and reading can be stopped', () => {
  const { turns, session: made } = startSession();
  made.reading.append(Array.from({ length: 50 }, (_, n) => batchOf(sampleRun(`r${n}`), n)));
  expect(made.reading.progress.value).toBeUndefined();
  turns.once();
  expect(made.reading.progress.value).toBeGreaterThan(0);
  made.reading.dispose();
  turns.run();
  expect(made.reading.progress.value).toBeUndefined();
  expect(made.log.length).toBeLessThan(50 * 13);
});

test('the model of the app lacks the events that the stock client never delivered', () => {
  const stops = events(
    'run r1 on t1 · TEXT_MESSAGE_START {"messageId":"m"} · say other "lost" · say m "after the stop"',
  );
  const { session: made } = session(batchOf(stops, 0, STOCK_REQUEST));
  const contents = () =>
    [...(made.models.current.value.threads.at(0)?.messages ?? [])].map(({ message }) => message.content);
  expect(contents()).toEqual(['after the stop']);
  made.models.perspective.value = 'app';
  expect(contents()).toEqual(['']);
  made.cursor.goTo(3);
  expect(contents()).toEqual(['']);
  made.models.perspective.value = 'server';
  expect(contents()).toEqual(['after the stop']);
});

test('the cursor moves from match to match and wraps around, whether others are hidden or not', () => {
  const { session: made } = session();
  made.filter.text.value = 'type:TOOL_CALL_ARGS';
  for (const isHiding of [true, false]) {
    made.filter.isHiding.value = isHiding;
    made.cursor.goTo(0);
    const visited = [1, 1, 1, -1, -1, -1].map((direction) => {
      stepMatch(made, direction as 1 | -1);
      return made.cursor.seq.value;
    });
    expect(visited).toEqual([7, 8, 7, 8, 7, 8]);
  }
  // Only one of them is in the selected time.
  made.list.range.value = { from: 8, to: 10 };
  stepMatch(made, 1);
  expect(made.cursor.seq.value).toBe(8);
  made.filter.text.value = 'nothing-like-this';
  stepMatch(made, 1);
  expect(made.cursor.seq.value).toBe(8);
});

test('a hidden panel reads new events and shows nothing; a direct query gets everything', async () => {
  const { turns, session: made } = startSession();
  turns.hide(true);
  made.reading.append([batchOf(sampleRun())]);
  const settled = made.reading.settled();
  turns.once();
  turns.once();
  // Showing it takes a turn of its own.
  expect([made.log.length, made.reading.revision.value]).toEqual([13, 0]);
  turns.once();
  await settled;
  expect(made.reading.revision.value).toBe(1);
  expect(made.reading.length.value).toBe(13);
  made.reading.append([batchOf(sampleRun('r2'), 1)]);
  turns.run();
  expect([made.log.length, made.reading.length.value]).toEqual([26, 13]);
  made.reading.refresh();
  expect(made.reading.length.value).toBe(26);
});

test('a caller that waits for read events gets them, though more arrive before they are shown', async () => {
  const { turns, session: made } = startSession();
  turns.hide(true);
  made.reading.append([batchOf(sampleRun())]);
  let isReported = false;
  void made.reading.settled().then(() => void (isReported = true));
  turns.once();
  turns.once();
  made.reading.append([batchOf(sampleRun('r2'), 1)]);
  turns.once();
  await Promise.resolve();
  expect(isReported).toBe(true);
});

test('events before a reload are hidden where the log is not preserved, and shown again', () => {
  const { session: made, turns } = session();
  const all = made.list.shown.value.rows.length;
  const kinds = made.kinds.value;
  made.reading.append([batchOf(sampleRun('r2'), 1)]);
  turns.run();
  const bothKinds = made.kinds.value;
  expect(bothKinds).toMatchObject({ runs: 4, requests: 2 });
  const both = made.list.shown.value.rows.length;
  expect(both).toBeGreaterThan(all);
  made.list.isPreserved.value = false;
  expect(made.list.since.value).toBe(13);
  expect(made.list.shown.value.rows.length).toBe(both - all);
  expect(made.list.shown.value.rows.positionOf(12, undefined)).toBe(-1);
  expect(made.kinds.value).toEqual(kinds);
  made.list.isPreserved.value = true;
  expect(made.list.shown.value.rows.length).toBe(both);
  expect(made.kinds.value).toEqual(bothKinds);
});

test('with the cursor on the end of a stream, its run has ended', () => {
  const [page, open, ...rest] = sseRecords(sampleRun().slice(0, -1));
  const records = [
    page,
    open,
    ...rest.slice(0, -1),
    { kind: 'close', t: 9, stream: 1, how: 'network-error' },
  ];
  const { session: made } = startSession({ doc: 'd', frameId: 0, n: 0, body: JSON.stringify(records) });
  const statusAt = () => made.models.current.value.runs.at(0)?.status;
  made.cursor.goTo(11);
  expect(statusAt()).toBe('running');
  made.cursor.goToBoundary(made.log.boundaries.length - 1);
  expect(statusAt()).toBe('truncated');
  made.cursor.goToBoundary(0);
  expect(statusAt()).toBeUndefined();
});

test('a read of any size is processed in pieces, between which the panel stays responsive', () => {
  const count = 20_000;
  const event = (at: number) => `data: {"type":"CUSTOM","name":"n","value":${at}}\n\n`;
  const text = Array.from({ length: count }, (_none, at) => event(at)).join('');
  const { turns, session: made } = startSession();
  const { log, reading } = made;
  reading.append([bodyBatchOf([text])]);
  let most = 0;
  while (log.streams[0]?.close === undefined) {
    const before = log.length;
    turns.once();
    most = Math.max(most, log.length - before);
  }
  expect(log.length).toBe(count);
  // A turn is ten looks at the clock here.
  expect(most).toBeLessThan(count / 4);
});

test('an event that throws while it is read is a gap, and later ones are read', () => {
  const { session: made, turns } = session(batchOf([{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }]));
  // No gate lets this through; it stands for whatever we cannot read.
  const broken: CapturedRecord = {
    kind: 'chunk',
    t: 5,
    stream: 1,
    text: { length: 4, startsWith: () => false } as never,
  };
  made.reading.append([
    { doc: 'broken', frameId: 0, n: 0, records: [...sseRecords([]).slice(0, 2), broken] },
    batchOf(sampleRun('r2'), 1),
  ]);
  turns.run();
  expect(
    made.log.boundaries.filter((each) => each.kind === 'gap' && each.reason === 'refused'),
  ).toMatchObject([
    { reason: 'refused', detail: expect.stringContaining('3 records, unreadable: TypeError') },
  ]);
  expect([...made.models.current.value.runs].map(({ runId }) => runId)).toEqual(['r', 'r2']);
});

test('an event on which the model throws is left out of it and reported once, and later ones are shown', () => {
  const reduce = vi.spyOn(reducers, 'CUSTOM').mockImplementation(() => {
    throw new TypeError('no such thing');
  });
  const broken = { type: 'CUSTOM', name: 'n', value: 1 };
  const { session: made, turns } = session(batchOf([...sampleRun(), broken]), batchOf([broken], 1));
  const { boundaries } = made.log;
  made.reading.append([batchOf([...sampleRun('r2'), broken], 2)]);
  turns.run();
  const panel =
    'Event 13 could not be processed for the panel: no such thing. Later failures are not listed.';
  expect(made.failures.value).toEqual([panel]);
  expect([...made.models.current.value.runs].map(({ runId }) => runId)).toContain('r2');
  made.cursor.goTo(13);
  expect(threadOf(made.models.current.value).state).toEqual({ cart: { total: 2 }, items: [] });
  // The perspective of the app is folded separately, on demand.
  made.models.perspective.value = 'app';
  made.cursor.goLive();
  expect(threadOf(made.models.current.value).state).toEqual({ cart: { total: 2 }, items: [] });
  turns.run();
  expect(made.failures.value).toEqual([panel, panel.replace('the panel', "the app's view")]);
  // A defect of the panel is no part of what was recorded.
  expect(boundaries.filter((each) => each.kind === 'gap' && each.reason === 'refused')).toEqual([]);
  reduce.mockRestore();
});

test('failures of the panel are not blamed on the app', () => {
  const reduce = vi.spyOn(reducers, 'TOOL_CALL_START').mockImplementation(() => {
    throw new TypeError('no such thing');
  });
  const { session: made, turns } = session();
  for (const [n, record] of sseRecords(events('run · tool c f {"a":1} · result c "x" · end')).entries()) {
    made.reading.append([{ doc: 'live', frameId: 0, n, records: [record] }]);
    turns.run();
  }
  expect(made.failures.value).toHaveLength(1);
  expect(made.findings.listed.value).toEqual([]);
  reduce.mockRestore();
});

/** A document that received so many events in one read. */
const readOf = (doc: string, events: number): IncomingBatch => {
  const text = Array.from(
    { length: events },
    (_, at) => `data: {"type":"CUSTOM","name":"n","value":${at}}\n\n`,
  );
  return { ...bodyBatchOf([text.join('')]), doc };
};

test('of a backlog, the first rows shown are the newest; the views follow as it is folded', () => {
  const { turns, session: made } = startSession();
  const { reading, list, log, cursor, models } = made;
  reading.append([batchOf(sampleRun()), readOf('a', 40)], true);
  while (log.length < 53) turns.once();
  reading.append([readOf('b', 40)], true);
  reading.append([readOf('c', 40)]);
  while (reading.revision.value === 0) turns.once();
  const { rows } = list.shown.value;
  expect(rows.at(rows.indexOf(132))).toMatchObject({ kind: 'event', seq: 132 });
  const folded = reading.length.value;
  expect(folded).toBeLessThan(log.length);
  expect(cursor.seq.value).toBe(folded - 1);
  turns.run();
  expect(cursor.seq.value).toBe(132);
  expect(threadOf(models.current.value).state).toEqual({ cart: { total: 2 }, items: [] });
});

test('a backlog is folded in turns, and new events are read first', () => {
  const { turns, session: made } = startSession();
  const { reading, log } = made;
  reading.append([readOf('a', 400)], true);
  reading.append([]);
  const folded = () => Math.round((reading.progress.value ?? 1) * log.length);
  while (log.length < 400) turns.once();
  expect(folded()).toBeLessThan(20);
  reading.append([batchOf(sampleRun())]);
  turns.once();
  expect(log.length).toBeGreaterThan(400);
  let most = 0;
  while (reading.progress.value !== undefined) {
    const before = folded();
    turns.once();
    most = Math.max(most, folded() - before);
  }
  // A turn is ten looks at the clock here.
  expect(most).toBeLessThanOrEqual(10);
  expect(reading.length.value).toBe(413);
});

test('rows of many new events are folded while they are read, not when they are shown', () => {
  const { session: made } = session(
    batchOf(Array.from({ length: 400 }, (_, n) => sampleRun(`r${n}`)).flat()),
  );
  expect(made.log.length).toBeGreaterThan(5_000);
  expect(made.list.advance(() => true)).toBe(true);
  expect(made.list.shown.value.rows.length).toBeGreaterThan(400);
});
