// The import table as data: what each folder may import and touch. No cycles, no file that only re-exports, no clock
// and no chance in the pure folders, and what is pure is compiled as pure.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Folders that may know neither browser nor clock, and what each may import besides itself. Types count like values. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  'lib/agui': [],
  'lib/wire': [],
  'lib/values': ['lib/agui'],
  'lib/decode': ['lib/agui', 'lib/wire'],
  'lib/log': ['lib/agui', 'lib/wire', 'lib/decode'],
  'lib/consumer': ['lib/agui', 'lib/log'],
  'lib/model': ['lib/agui', 'lib/values', 'lib/log', 'lib/consumer'],
  'lib/client': ['lib/agui', 'lib/values', 'lib/log', 'lib/consumer', 'lib/model'],
  'lib/lint': ['lib/agui', 'lib/values', 'lib/log', 'lib/consumer', 'lib/model', 'lib/client'],
  'lib/query': ['lib/agui', 'lib/log', 'lib/lint'],
  'lib/timeline': ['lib/agui', 'lib/log', 'lib/model'],
  'lib/metrics': ['lib/agui', 'lib/log', 'lib/model'],
  'lib/compact': ['lib/agui', 'lib/values', 'lib/decode', 'lib/log', 'lib/model'],
  'lib/files': [
    'lib/agui',
    'lib/wire',
    'lib/decode',
    'lib/log',
    'lib/consumer',
    'lib/model',
    'lib/lint',
    'lib/metrics',
    'lib/compact',
  ],
  'lib/compare': ['lib/agui', 'lib/values', 'lib/log', 'lib/model', 'lib/lint', 'lib/metrics'],
  'lib/redact': [
    'lib/agui',
    'lib/wire',
    'lib/decode',
    'lib/log',
    'lib/consumer',
    'lib/model',
    'lib/lint',
    'lib/files',
  ],
};

const PURE_FOLDERS = Object.keys(PURE);
/** What a worker does for the panel: it knows Blobs, and nothing else of a browser. */
const WORK = ['lib/agui', 'lib/wire', 'lib/files', 'lib/log', 'lib/redact'];
/** What the views and the panel around them read. */
const CORE = PURE_FOLDERS.filter((folder) => folder !== 'lib/decode' && folder !== 'lib/compact');

/** What reads files without a panel. */
const WITHOUT_PANEL = PURE_FOLDERS.filter((folder) => folder !== 'lib/query' && folder !== 'lib/timeline');

/** All folders and what each may import. A folder that is not named here is a mistake. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...PURE,
  // The page script too, for recordings without the extension.
  'lib/public': [...WITHOUT_PANEL, 'lib/capture'],
  'lib/cli': [...WITHOUT_PANEL, 'lib/public'],
  'lib/capture': ['lib/wire'],
  'lib/relay': ['lib/wire'],
  'lib/storage': ['lib/wire'],
  'lib/work': WORK,
  // It loads what decoding needs.
  'lib/session': [...CORE, 'lib/decode', 'lib/work'],
  components: [...CORE, 'lib/session', 'lib/work'],
  // Where everything is put together.
  entrypoints: [
    'lib/agui',
    'lib/wire',
    'lib/capture',
    'lib/relay',
    'lib/storage',
    'lib/files',
    'lib/session',
    'lib/work',
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
  return path.startsWith('lib/') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? '');
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

/** What a file imports at once that is there when it runs: packages by their names, files without their extension. */
function runtimeImportsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;]*?)from\s*'([^']+)';/gm)].flatMap(
    ([, names = '', from = '']) => {
      const list = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? [];
      const isOfTypes = list.length > 0 && list.every((name) => /^\s*(type\s|$)/.test(name));
      if (isOfTypes && /^\s*\{/.test(names)) return [];
      if (from.startsWith('@/')) return [from.slice(2)];
      return [
        from.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), from)).replaceAll('\\', '/') : from,
      ];
    },
  );
}

/** What the panel loads after its first picture. */
const LATE =
  /^(zod|re2js|diff|jsondiffpatch|fflate|uplot|micromark|@ag-ui\/(proto|core\/schemas)|@cfworker\/json-schema)\b|^lib\/(compact|compare)\/|^lib\/lint\/(lint|rules|selection)$|^lib\/files\/(formats|input)$|^lib\/client\/judge$/;

test("the panel's first picture needs nothing of what is loaded late", () => {
  const paths = new Map([['entrypoints/panel/main', 'panel']]);
  // A map goes on with what is added to it.
  for (const [module, path] of paths) {
    const file = FILES.find((each) => each.replace(/\.tsx?$/, '') === module);
    for (const imported of file === undefined ? [] : runtimeImportsOf(file))
      if (!paths.has(imported)) paths.set(imported, `${path} > ${imported}`);
  }
  expect(paths.size).toBeGreaterThan(200);
  expect([...paths].filter(([module]) => LATE.test(module)).map(([, path]) => path)).toEqual([]);
});

test('no file only re-exports', () => {
  const only = FILES.filter((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('//'));
    // What a package exports is a list.
    if (file === 'lib/public/index.ts') return false;
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
  });
  expect(only).toEqual([]);
});

test('the pure folders know no clock and no chance', () => {
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

test('sizes are observed in one place, which tells of them a frame later', () => {
  const observing = FILES.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('new ResizeObserver'),
  );
  expect(observing).toEqual(['components/ui/use-size.ts']);
});

test('what is exported is used elsewhere', () => {
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
