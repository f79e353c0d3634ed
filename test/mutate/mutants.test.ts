// Broken nodes, positions of the probes, and the choice of tests. The command itself is not run here.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawMutants, findMutants } from './draw';
import { foldersOfLib, type Mutant } from './mutants';
import { createPlan } from './plan';
import { HIT, withProbes } from './probes';
import type { TestRun } from './protocol';
import { parseList, toList } from './report';
import { sitesOf } from './sites';

const ROOT = join(import.meta.dirname, '../..');

function mutantsOf(source: string): readonly string[] {
  return sitesOf('a.ts', source).flatMap(({ edits }) =>
    edits.map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end)),
  );
}

test.each([
  ['a < b;', ['a <= b;', 'a >= b;']],
  ['a === b;', ['a !== b;']],
  ['a && b;', ['a || b;']],
  ['a ?? b;', ['a && b;']],
  ['a + 2;', ['a - 2;', 'a + 3;', 'a + 1;']],
  ['a ??= b;', ['a = b;']],
  ['a++;', ['a--;']],
  ['!a;', [' a;']],
  ['a?.b;', ['a.b;']],
  ['a?.[b];', ['a[b];']],
  ['a?.(b);', ['a(b);']],
  ['a.some(b);', ['a.every(b);']],
])('mutants of %s', (source, expected) => {
  // The statement itself can always go as well.
  expect(mutantsOf(source)).toEqual([';', ...expected]);
});

test('conditions, returned values and statements are removed', () => {
  expect(mutantsOf('if (a) b();')).toEqual(['if (true) b();', 'if (false) b();', 'if (a) ;']);
  expect(mutantsOf('while (a) continue;')).toEqual(['while (false) continue;', 'while (a) ;']);
  expect(mutantsOf('function f() { return a; }')).toEqual(['function f() { return; }']);
  expect(mutantsOf('const f = () => a;')).toEqual(['const f = () => undefined;']);
});

test('types, imports and texts are not mutated', () => {
  expect(mutantsOf("import { a } from 'b' with { c: 'd' };")).toEqual([]);
  expect(mutantsOf('type A = 1 | true; interface B { c: 2 }')).toEqual([]);
  expect(mutantsOf('const a: 1 | 2 = b<3>() as 1 | 2;')).toEqual([]);
  expect(mutantsOf("const a = 'b' + c + `d`;")).toEqual([]);
});

test.each([
  ['a statement', 'let x = 0; x = 1;'],
  ['a function that is called', 'const f = () => 1; f();'],
  ['a case', 'switch (1) { case 1: let x = 2; }'],
  ['an object that is returned', 'const f = () => ({ a: 1 }); f();'],
])('probes report every place of %s that is reached', (_name, source) => {
  const probes = sitesOf('a.ts', source).map(({ probe }, id) => ({ id, point: probe }));
  const reached = new Set<number>();
  new Function(HIT, withProbes(source, probes))((id: number) => reached.add(id));
  expect([...reached].sort()).toEqual(probes.map(({ id }) => id));
});

test('probes do not report unreached places', () => {
  const source = 'const f = () => 1; if (x) { x = 2; } switch (x) { case 5: x = 3; }';
  const probes = sitesOf('a.ts', source).map(({ probe }, id) => ({ id, point: probe }));
  const reached: number[] = [];
  new Function(HIT, 'x', withProbes(source, probes))((id: number) => void reached.push(id), false);
  const texts = sitesOf('a.ts', source).map(({ edits }) => edits[0]?.text);
  expect(reached.map((id) => texts[id])).toEqual(['true', '6']);
});

test('the same seed draws the same mutants, the folders in turn', () => {
  const folders = foldersOfLib(ROOT).slice(0, 3);
  const draw = (seed: number) => drawMutants(ROOT, folders, { count: 9, seed }).mutants;
  expect(draw(1)).toEqual(draw(1));
  expect(draw(2)).not.toEqual(draw(1));
  expect(draw(1).map(({ folder }) => folder)).toEqual([...folders, ...folders, ...folders]);
});

test('survivors are found again after a move, and not found if their line changed', () => {
  const folders = foldersOfLib(ROOT).slice(0, 1);
  const { mutants } = drawMutants(ROOT, folders, { count: 3, seed: 1 });
  const results = mutants.map((mutant) => ({ mutant, status: 'survived' as const, note: '' }));
  const list = parseList(JSON.parse(toList(results)));
  const moved = list.map((entry) => ({ ...entry, line: entry.line + 2 }));
  expect(findMutants(ROOT, folders, moved)).toEqual(mutants);
  expect(
    findMutants(
      ROOT,
      folders,
      moved.map((entry) => ({ ...entry, before: 'gone' })),
    ),
  ).toEqual([]);
  expect(() => parseList([{}])).toThrow('not a list of survivors');
});

const MUTANT: Mutant = {
  file: 'lib/core/model/nodes.ts',
  folder: 'lib/core/model',
  line: 1,
  operator: 'logic',
  before: '',
  after: '',
  code: '',
  probe: { start: 0, end: undefined },
};

function ran(path: string, more: Partial<TestRun> = {}): TestRun {
  return {
    project: 'unit',
    path: `/project/test/${path}`,
    name: 'a test',
    state: 'passed',
    durationMs: 1,
    startMs: 1,
    reached: [7],
    shared: [],
    ...more,
  };
}

test('a mutant runs the tests that reach it, nearest first, cheap ones before slow ones', () => {
  const runs = [
    ran('dear.test.ts', { durationMs: 3 }),
    ran('cheap.test.ts'),
    ran('shared.test.ts', { durationMs: 2, reached: [], shared: [7] }),
    ran('core/model/other.test.ts'),
    ran('core/model/nodes.test.ts'),
    ran('elsewhere.test.ts', { reached: [8] }),
    // The rest of the time, in tests that are quick enough.
    ...Array.from({ length: 500 }, (_, i) => ran('rest.test.ts', { name: `rest ${i}`, reached: [] })),
  ];
  const { files } = createPlan(runs, '/project').testsFor(7, MUTANT);
  expect(files.map(({ path }) => path.slice('/project/test/'.length))).toEqual(
    'core/model/nodes.test.ts core/model/other.test.ts cheap.test.ts shared.test.ts dear.test.ts'.split(' '),
  );
});

test('failing and slow tests are named and not used; the others are limited', () => {
  const runs = [
    ran('core/model/nodes.test.ts', { name: 'long', durationMs: 100 }),
    ran('core/model/nodes.test.ts', { name: 'broken', state: 'failed' }),
    ...Array.from({ length: 400 }, (_, i) => ran('rest.test.ts', { name: `rest ${i}` })),
  ];
  const plan = createPlan(runs, '/project');
  expect(plan.slow).toEqual(['test/core/model/nodes.test.ts: long']);
  expect(plan.failing).toEqual(['test/core/model/nodes.test.ts: broken']);
  expect(plan.testsFor(7, MUTANT)).toMatchObject({ chosen: 20, reaching: 400 });
  expect(createPlan(runs, '/root', true).testsFor(7, MUTANT)).toMatchObject({ chosen: 400, reaching: 400 });
});
