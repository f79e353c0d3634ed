// The import table as data: what each folder may import and touch. No cycles, no file that only re-exports, no clock
// and no chance in the pure folders, and what is pure is compiled as pure.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const core = (...names: readonly string[]): readonly string[] => names.map((name) => `lib/core/${name}`);

/** Folders that may know neither browser nor clock, and what each may import besides itself. Types count like values. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  'lib/messages': [],
  'lib/core/json': [],
  'lib/core/agui': core('json'),
  'lib/core/decode': ['lib/messages', ...core('json', 'agui')],
  'lib/core/log': ['lib/messages', ...core('json', 'agui', 'decode')],
  'lib/core/consumers': core('json', 'agui', 'log'),
  'lib/core/model': core('json', 'agui', 'log', 'consumers'),
  'lib/core/clients': core('json', 'agui', 'log', 'consumers', 'model'),
  'lib/core/lint': core('json', 'agui', 'log', 'consumers', 'model', 'clients'),
  'lib/core/query': core('json', 'agui', 'log', 'lint'),
  'lib/core/metrics': core('json', 'agui', 'log', 'consumers', 'model'),
  'lib/core/compact': core('json', 'agui', 'decode', 'log', 'model'),
  'lib/core/files': [
    'lib/messages',
    ...core('json', 'agui', 'decode', 'log', 'consumers', 'model', 'lint', 'metrics', 'compact'),
  ],
  'lib/core/what-if': [
    'lib/messages',
    ...core('json', 'log', 'consumers', 'model', 'clients', 'lint', 'files'),
  ],
  'lib/core/compare': core('json', 'agui', 'log', 'model', 'lint', 'metrics'),
  'lib/core/redact': [
    'lib/messages',
    ...core('json', 'agui', 'decode', 'log', 'consumers', 'model', 'lint', 'files'),
  ],
};

const PURE_FOLDERS = Object.keys(PURE);
/** Imports of the views and their panel. */
const CORE = PURE_FOLDERS.filter((folder) => folder !== 'lib/core/decode' && folder !== 'lib/core/compact');

/** All folders and what each may import. A folder that is not named here is a mistake. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...PURE,
  'lib/page': ['lib/messages'],
  // It stands in the slot of the page script, and takes the platform's functions as that does.
  'lib/director': ['lib/messages', ...core('json', 'agui', 'query'), 'lib/page', 'lib/background/relay'],
  'lib/background/relay': ['lib/messages'],
  'lib/background/storage': ['lib/messages'],
  // It knows Blobs, and nothing else of a browser.
  'lib/panel/file-worker': ['lib/messages', ...core('json', 'agui', 'files', 'log', 'redact')],
  // It loads what decoding needs.
  'lib/panel': [...CORE, 'lib/core/decode', 'lib/panel/file-worker'],
  // The page script too, for recordings without the extension.
  'lib/package/library': [...PURE_FOLDERS.filter((folder) => folder !== 'lib/core/query'), 'lib/page'],
  // A proxy finds and records streams as a page does.
  'lib/package/cli': [...PURE_FOLDERS, 'lib/package/library', 'lib/page'],
  // It shows a file in the panel and knows nothing of its content.
  'lib/package/vscode': ['lib/messages', 'lib/package/library'],
  components: [...CORE, 'lib/panel', 'lib/panel/file-worker'],
  // Composition roots.
  entrypoints: [
    'lib/messages',
    'lib/page',
    'lib/director',
    'lib/background/relay',
    'lib/background/storage',
    ...core('json', 'agui', 'files'),
    'lib/panel',
    'lib/panel/file-worker',
    'components',
  ],
};

const IMPURE = /\b(Date\.now|Math\.random|performance\.now|crypto\.|new Date\(\)|globalThis)/;

/** Source files below a folder, as paths from the root. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
}

/** The project's own files that a file imports, without their extension. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('@/')) return [specifier.slice(2)];
    if (specifier.startsWith('.'))
      return [relative(ROOT, join(ROOT, dirname(file), specifier)).replaceAll('\\', '/')];
    return [];
  });
}

/** The folder of the table that a path belongs to. */
function folderOf(path: string): string {
  const depth = /^lib\/(core|background|package)\/|^lib\/panel\/file-worker\//.test(path)
    ? 3
    : path.startsWith('lib/')
      ? 2
      : 1;
  return path.split('/').slice(0, depth).join('/');
}

const FILES = ['lib', 'components', 'entrypoints'].flatMap(filesIn);

test('every import is allowed by the table', () => {
  const broken = FILES.flatMap((file) => {
    const from = folderOf(file);
    const allowed = MAY_IMPORT[from] ?? [];
    return importsOf(file)
      .filter((path) => /^(lib|components|entrypoints)\b/.test(path))
      .map(folderOf)
      .filter((to) => to !== from && !allowed.includes(to))
      .map((to) => `${file} imports ${to}`);
  });
  expect(broken).toEqual([]);
});

test('every folder is in the table', () => {
  expect([...new Set(FILES.map(folderOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test('widgets know no domain: components/ui imports nothing of the panel but the words', () => {
  const broken = filesIn('components/ui').flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith('components/') && !/^components\/(ui\/|texts)/.test(path))
      .map((path) => `${file} imports ${path}`),
  );
  expect(broken).toEqual([]);
});

test('no cycles', () => {
  const withoutExtension = (path: string): string => path.replace(/\.tsx?$/, '');
  const graph = new Map(FILES.map((file) => [withoutExtension(file), importsOf(file).map(withoutExtension)]));
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
    // A package index lists exports.
    if (file === 'lib/package/library/index.ts') return false;
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
  });
  expect(only).toEqual([]);
});

test('the pure folders use neither clock nor randomness', () => {
  const impure = PURE_FOLDERS.flatMap(filesIn).filter((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return IMPURE.test(code);
  });
  expect(impure).toEqual([]);
});

test('the pure folders are compiled without a browser', () => {
  const { include } = JSON.parse(readFileSync(join(ROOT, 'lib/tsconfig.json'), 'utf8')) as {
    include: string[];
  };
  expect(include.filter((name) => !name.endsWith('.d.ts')).map((name) => `lib/${name}`)).toEqual(
    PURE_FOLDERS,
  );
});

test('sizes are observed in one place, which reports them one frame later', () => {
  const observing = FILES.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('new ResizeObserver'),
  );
  expect(observing).toEqual(['components/ui/use-size.ts']);
});

test('every export is used elsewhere', () => {
  const words = (file: string): Set<string> => new Set(readFileSync(join(ROOT, file), 'utf8').match(/\w+/g));
  const wordsOf = new Map([...FILES, ...filesIn('test')].map((file) => [file, words(file)] as const));
  const unused = FILES.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = [...text.matchAll(/^export (?:const|function\*?|async function|class) (\w+)/gm)];
    return names
      .map((match) => match[1] ?? '')
      .filter((name) => ![...wordsOf].some(([other, known]) => other !== file && known.has(name)))
      .map((name) => `${file}: ${name}`);
  });
  expect(unused).toEqual([]);
});
