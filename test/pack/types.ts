// The types of the package: those of lib/package/library that what is exported needs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = resolve(ROOT, 'node_modules/typescript/bin/tsc');
const ENTRIES = ['index', 'vitest', 'jest', 'playwright'];
const IMPORT = /((?:from\s|import\()\s*)['"]([^'"]+)['"]/g;

function emitted(folder: string): void {
  const args = ['-p', resolve(import.meta.dirname, 'tsconfig.json'), '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, [TSC, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types cannot be made: ${stdout}`);
}

/** Writes the declarations into a folder. Those that lean on the program's own types are a mistake. */
export function writeTypes(folder: string): void {
  const made = mkdtempSync(join(tmpdir(), 'lens-types-'));
  emitted(made);
  mkdirSync(folder, { recursive: true });
  const waiting = [...ENTRIES];
  for (const name of waiting) {
    const text = readFileSync(join(made, 'lib/package/library', `${name}.d.ts`), 'utf8');
    const written = (extension: string) =>
      text.replace(IMPORT, (_all, before: string, specifier: string) => {
        if (/^@\/|^\.\.\//.test(specifier)) throw new Error(`The types of ${name} lean on ${specifier}.`);
        if (!specifier.startsWith('./')) return `${before}'${specifier}'`;
        const other = specifier.slice(2);
        if (!waiting.includes(other)) waiting.push(other);
        return `${before}'${specifier}.${extension}'`;
      });
    writeFileSync(join(folder, `${name}.d.ts`), written('js'));
    // TypeScript takes the types of `require` from files of their own.
    writeFileSync(join(folder, `${name}.d.cts`), written('cjs'));
  }
  rmSync(made, { recursive: true });
}
