// The import table of the house style as data: what each folder may import and touch. No cycles, no file that only
// re-exports, no clock and no chance in the pure folders.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Folder → folders that it may import besides itself. Types count like values. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'lib/agui': [],
  'lib/wire': [],
  'lib/decode': ['lib/agui', 'lib/wire'],
  'lib/log': ['lib/agui', 'lib/wire', 'lib/decode'],
  'lib/model': ['lib/agui', 'lib/log'],
  'lib/client': ['lib/agui', 'lib/log', 'lib/model'],
  'lib/lint': ['lib/agui', 'lib/log', 'lib/model', 'lib/client'],
  'lib/query': ['lib/agui', 'lib/log', 'lib/lint'],
  'lib/timeline': ['lib/agui', 'lib/log', 'lib/model'],
  'lib/metrics': ['lib/agui', 'lib/log', 'lib/model'],
  'lib/compact': ['lib/agui', 'lib/decode', 'lib/log', 'lib/model'],
  'lib/files': ['lib/agui', 'lib/wire', 'lib/decode', 'lib/log', 'lib/model', 'lib/lint', 'lib/compact'],
  'lib/cli': [
    'lib/agui',
    'lib/files',
    'lib/log',
    'lib/model',
    'lib/client',
    'lib/lint',
    'lib/compact',
    'lib/wire',
  ],
  'lib/capture': ['lib/wire'],
  'lib/relay': ['lib/wire'],
  'lib/storage': ['lib/wire'],
};

const PURE = [
  'lib/agui',
  'lib/wire',
  'lib/decode',
  'lib/log',
  'lib/model',
  'lib/client',
  'lib/lint',
  'lib/query',
  'lib/timeline',
  'lib/metrics',
  'lib/compact',
  'lib/files',
];

const IMPURE = /\b(Date\.now|Math\.random|performance\.now|crypto\.|new Date\(\)|globalThis)/;

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/^\s*(?:import|export)\b[^'"]*?from\s+'([^']+)'/gm)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('@/')) return [specifier.slice(2)];
    if (specifier.startsWith('.')) return [relative('.', normalize(join(dirname(file), specifier)))];
    return [];
  });
}

function folderOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

const FILES = Object.keys(MAY_IMPORT).flatMap(filesIn);

test('every import is allowed by the table', () => {
  const broken = FILES.flatMap((file) => {
    const from = folderOf(file);
    const allowed = MAY_IMPORT[from] ?? [];
    return importsOf(file)
      .map(folderOf)
      .filter((to) => to !== from && !allowed.includes(to))
      .map((to) => `${file} imports ${to}`);
  });
  expect(broken).toEqual([]);
});

test('no cycles', () => {
  const graph = new Map(
    FILES.map((file) => [
      file.replace(/\.tsx?$/, ''),
      importsOf(file).map((path) => path.replace(/\.tsx?$/, '')),
    ]),
  );
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) expect(visit(node)).toBeUndefined();
});

test('no file only re-exports', () => {
  const only = FILES.filter((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('//'));
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
  });
  expect(only).toEqual([]);
});

test('the pure folders know no clock and no chance', () => {
  const impure = PURE.flatMap(filesIn).filter((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return IMPURE.test(code);
  });
  expect(impure).toEqual([]);
});

test('no file is longer than 400 lines', () => {
  const long = FILES.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 401);
  expect(long).toEqual([]);
});
