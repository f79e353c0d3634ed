// Lines of rows that stand for many events: as short as they are shown, however long names and texts are.
import { expect, test } from 'vitest';
import { assertExists } from '@/lib/core/json/assert';
import { cutList } from '@/lib/core/json/preview';
import { createGroupFacts } from '@/lib/core/log/group-facts';
import { sseRecords } from '../../support/logs';
import { batchOf, startSession } from '../../support/sessions';
import { events } from '../../support/stream-text';

test.each([
  ['a name of a megabyte', 'f'.repeat(1_000_000), '{}', /^f{160}…$/],
  ['arguments of 100,000 letters', 'f', 'x'.repeat(100_000), /^f\(x{158}…$/],
])('%s: only the text that a line shows is kept', (_what, toolCallName, delta, line) => {
  const { session } = startSession(batchOf(events(`run · tool c ${toolCallName} "${delta}" "${delta}"`)));
  const { rows } = session.list.shown.value;
  const row = Array.from({ length: rows.length }, (_none, at) => rows.at(at)).find(
    (each) => each?.kind === 'group',
  );
  const group = assertExists(row?.kind === 'group' ? row : undefined, 'There is a group');
  const facts = createGroupFacts(session.log, rows)(group);
  expect(facts.text).toMatch(line);
  expect(facts.size).toBeGreaterThan(200_000);
  expect(JSON.stringify(facts).length).toBeLessThan(2000);
});

test('deltas that a filter hides are marked in the text of the others', () => {
  const { session } = startSession(
    batchOf(events('run · text m "One " "two " "three " "four" · tool c search "{\\"q\\":" "1" "}" · end')),
  );
  const texts = (query: string) => {
    session.filter.text.value = query;
    const { rows } = session.list.shown.value;
    const facts = createGroupFacts(session.log, rows);
    return Array.from({ length: rows.length }, (_none, at) => rows.at(at)).flatMap((row) =>
      row?.kind === 'group' ? [facts(row).text] : [],
    );
  };
  expect(texts('')).toEqual(['One two three four', 'search({"q":1})']);
  expect(texts('-two -three')).toEqual(['One …four', 'search({"q":1})']);
  expect(texts('-"One" -type:TOOL_CALL_START -q')).toEqual(['…two three four', 'search(…1})']);
  expect(texts('-type:*_START')).toEqual(['One two three four', 'search({"q":1})']);
});

test('a message in two groups has no mark without a filter', () => {
  const note = {
    kind: 'gap',
    t: 5,
    stream: 1,
    reason: 'changed',
    detail: 'CUSTOM: dropped by rule 1',
  } as const;
  const records = sseRecords(events('run · text m "One " "two " "three " "four" · end'));
  const at = records.findIndex((record) => record.kind === 'chunk' && record.text?.includes('three'));
  const { session } = startSession({ doc: 'd', frameId: 0, n: 0, records: records.toSpliced(at, 0, note) });
  const { rows } = session.list.shown.value;
  const facts = createGroupFacts(session.log, rows);
  const texts = Array.from({ length: rows.length }, (_none, at) => rows.at(at)).flatMap((row) =>
    row?.kind === 'group' ? [facts(row).text] : [],
  );
  expect(texts.join('|')).not.toContain('…');
  expect(texts.join('')).toBe('One two three four');
});

test('only the visible part of a truncated list is joined', () => {
  let taken = 0;
  function* ids() {
    for (; taken < 100_000; taken++) yield 'x'.repeat(1000);
  }
  expect(cutList(ids(), 2500)).toBe(`${'x'.repeat(1000)}, ${'x'.repeat(1000)}, ${'x'.repeat(496)}…`);
  expect(taken).toBeLessThan(5);
  expect(cutList(['a', 'b'], 10)).toBe('a, b');
  expect(cutList([], 10)).toBe('');
});
