// An empty project with the package freshly installed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runNpm } from './npm';
import { packPackage } from './package';

const MODULES = resolve(import.meta.dirname, '../../node_modules');

/** Output and exit code of a program. */
export interface Output {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Project {
  readonly folder: string;
  write(name: string, text: string): void;
  /** Runs a file of a package, or of the project. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Output;
  end(): void;
}

/** Makes the project, offline: the package depends on nothing. `tools` are linked from this repository. */
export async function installPackage(tools: readonly string[]): Promise<Project> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lens-installed-')));
  const archive = await packPackage(join(root, 'packed'));
  const folder = join(root, 'project');
  mkdirSync(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{"private":true,"type":"module"}');
  runNpm(['install', '--offline', '--no-audit', '--no-fund', archive], folder);
  for (const tool of tools) {
    const link = join(folder, 'node_modules', tool);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(MODULES, tool), link, 'junction');
  }
  return {
    folder,
    write,
    node(args, env = {}) {
      // The variables of this test runner must not leak.
      const own = Object.entries(process.env).filter(
        ([name]) => !/^(VITEST|PW_|PLAYWRIGHT_|TEST_|NODE_OPTIONS|NODE_ENV|FORCE_COLOR)/.test(name),
      );
      const child = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...Object.fromEntries(own), ...env },
      });
      return { code: child.status, out: child.stdout, err: child.stderr };
    },
    end: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The command line as npm has installed it. */
export const LENS = 'node_modules/.bin/lens';
