// Makes the package: bundles, types, and what npm wants to know of it. Every dependency is inside of the bundles, so
// that installing it fetches nothing else, and what a page or a test runner has of zod or protobuf stays its own.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import extension from '../../package.json' with { type: 'json' };
import { bundlePackage } from './bundles';
import { noticesOf } from './notices';
import { runNpm } from './npm';
import { writeTypes } from './types';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTPUT = resolve(ROOT, '.output');

/** The conditions of a subpath, types first: the first that fits is taken. */
function conditionsOf(name: string, kinds: 'esm' | 'cjs' | 'both', browser?: string): object {
  const types = (extension: string) => `./dist/types/${name}.d.${extension}`;
  return {
    ...(browser !== undefined && { browser: { types: types('ts'), default: browser } }),
    ...(kinds !== 'esm' && { require: { types: types('cts'), default: `./dist/${name}.cjs` } }),
    default: { types: types('ts'), default: `./dist/${name}.${kinds === 'cjs' ? 'cjs' : 'js'}` },
  };
}

const EXPORTS = {
  '.': conditionsOf('index', 'both', './dist/browser.js'),
  './vitest': conditionsOf('vitest', 'esm'),
  './jest': conditionsOf('jest', 'cjs'),
  './playwright': conditionsOf('playwright', 'both'),
  './package.json': './package.json',
};

function manifest(): object {
  const { name, version, license, engines } = extension;
  return {
    name,
    version,
    description:
      'AG-UI event streams on the command line and in tests: checked, compared, compacted, redacted.',
    keywords: ['ag-ui', 'agents', 'sse', 'cli', 'mcp', 'vitest', 'jest', 'playwright'],
    license,
    type: 'module',
    engines,
    bin: { lens: './dist/cli.cjs', 'ag-ui-lens': './dist/cli.cjs' },
    exports: EXPORTS,
    main: './dist/index.cjs',
    types: './dist/types/index.d.ts',
    sideEffects: ['./dist/vitest.js', './dist/jest.cjs', './dist/cli.cjs', './dist/main.cjs'],
    files: ['dist', 'NOTICES.txt', 'SKILL.md'],
    peerDependencies: { vitest: '*', '@playwright/test': '*' },
    peerDependenciesMeta: { vitest: { optional: true }, '@playwright/test': { optional: true } },
  };
}

/** Puts the package together in a folder, and packs it there; gives the path of the archive. */
export async function packPackage(output = OUTPUT): Promise<string> {
  const folder = resolve(output, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = await bundlePackage(resolve(folder, 'dist'));
  cpSync(resolve(import.meta.dirname, 'start.cjs'), resolve(folder, 'dist/cli.cjs'));
  writeTypes(resolve(folder, 'dist/types'));
  cpSync(resolve(ROOT, 'LICENSE'), resolve(folder, 'LICENSE'));
  cpSync(resolve(ROOT, 'lib/package/library/README.md'), resolve(folder, 'README.md'));
  cpSync(resolve(ROOT, 'lib/package/SKILL.md'), resolve(folder, 'SKILL.md'));
  writeFileSync(resolve(folder, 'NOTICES.txt'), noticesOf(packages));
  writeFileSync(resolve(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  runNpm(['pack', folder, '--pack-destination', output], ROOT);
  return resolve(output, `${extension.name}-${extension.version}.tgz`);
}
