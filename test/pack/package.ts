// Makes the package: bundles, types, and what npm wants to know of it. Every dependency is inside of the bundles, so
// that installing it fetches nothing else, and what a page or a test runner has of zod or protobuf stays its own.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import extension from '../../package.json' with { type: 'json' };
import { bundlePackage } from './bundles';
import { noticesOf } from './notices';
import { writeTypes } from './types';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTPUT = resolve(ROOT, '.output');

/** Where the package is put together. */
export const FOLDER = resolve(OUTPUT, 'package');

/** What each subpath is, types first: the first condition that fits is taken. */
const EXPORTS = {
  '.': { types: './dist/types/index.d.ts', browser: './dist/browser.js', default: './dist/index.js' },
  './vitest': { types: './dist/types/vitest.d.ts', default: './dist/vitest.js' },
  './jest': { types: './dist/types/jest.d.ts', default: './dist/jest.cjs' },
  './playwright': { types: './dist/types/playwright.d.ts', default: './dist/playwright.js' },
  './package.json': './package.json',
};

function manifest(): object {
  const { name, version, license, engines } = extension;
  return {
    name,
    version,
    description:
      'AG-UI event streams on the command line and in tests: checked, compared, compacted, redacted.',
    keywords: ['ag-ui', 'agents', 'sse', 'cli', 'vitest', 'jest', 'playwright'],
    license,
    type: 'module',
    engines,
    bin: { lens: './dist/cli.js', 'ag-ui-lens': './dist/cli.js' },
    exports: EXPORTS,
    types: './dist/types/index.d.ts',
    sideEffects: ['./dist/vitest.js', './dist/jest.cjs', './dist/cli.js'],
    files: ['dist', 'NOTICES.txt'],
    peerDependencies: { vitest: '*', '@playwright/test': '*' },
    peerDependenciesMeta: { vitest: { optional: true }, '@playwright/test': { optional: true } },
  };
}

/** Puts the package together and packs it; gives the path of the archive. */
export async function packPackage(): Promise<string> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const packages = await bundlePackage(resolve(FOLDER, 'dist'));
  writeTypes(resolve(FOLDER, 'dist/types'));
  cpSync(resolve(ROOT, 'LICENSE'), resolve(FOLDER, 'LICENSE'));
  cpSync(resolve(ROOT, 'lib/public/README.md'), resolve(FOLDER, 'README.md'));
  writeFileSync(resolve(FOLDER, 'NOTICES.txt'), noticesOf(packages));
  writeFileSync(resolve(FOLDER, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const name of readdirSync(OUTPUT)) if (name.endsWith('.tgz')) rmSync(resolve(OUTPUT, name));
  const packed = spawnSync('npm', ['pack', FOLDER, '--json', '--pack-destination', OUTPUT], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  return resolve(OUTPUT, `${extension.name}-${extension.version}.tgz`);
}
