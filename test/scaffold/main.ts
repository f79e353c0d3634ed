// `npm run new -- <kind> <id>` begins a new thing: its file, what stands beside it, its line in the registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kinds, type Step } from './kinds';

const ROOT = join(import.meta.dirname, '../..');
const bin = (path: string): string => join(ROOT, 'node_modules', path);

/** Names that no variable may have. */
const RESERVED: ReadonlySet<string> = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await'.split(
    ' ',
  ),
);

/** Runs one of our tools; false where it fails. Its output is shown only then. */
function tool(args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], options);
  if (status !== 0) console.error(stdout + stderr);
  return status === 0;
}

function write(step: Step): void {
  const path = join(ROOT, step.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'text' in step ? step.text : step.edit(readFileSync(path, 'utf8')));
  console.log(`${'text' in step ? 'new     ' : 'changed '} ${step.path}`);
}

/** Begins a thing; a sentence where that cannot be. */
function begin(kindName: string | undefined, id: string | undefined): string | undefined {
  const kind = kinds.find(({ name }) => name === kindName);
  const names = kinds.map(({ name }) => name).join(', ');
  if (kind === undefined || id === undefined)
    return `Usage: npm run new -- <kind> <id>; a kind is one of ${names}.`;
  if (RESERVED.has(id)) return `'${id}' is a word of the language; choose another id.`;
  if (!kind.ids.test(id)) return `'${id}' is no id of a ${kind.name}: lower case, as in ${kind.ids.source}.`;
  const steps = kind.steps(id);
  const there = steps.find((step) => 'text' in step && existsSync(join(ROOT, step.path)));
  if (there !== undefined) return `${there.path} is there already.`;
  for (const step of steps) write(step);
  const sources = steps.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path));
  tool([bin('@biomejs/biome/bin/biome'), 'check', '--write', ...sources]);
  if (kind.name === 'rule') tool(['--import', 'tsx', 'test/fixtures/make-lint.ts']);
  const golden = kind.golden?.(id);
  const vitest = [bin('vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts'];
  if (golden !== undefined && !tool([...vitest, ...golden], { LENS_UPDATE: '1' }))
    return 'Its test failed, see above.';
  console.log(`\n${kind.next(id)} Then: npm run check`);
  return undefined;
}

const problem = begin(process.argv[2], process.argv[3]);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 2;
}
