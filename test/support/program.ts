// Programs that tests run as processes: bundled, as loading their modules takes seconds each time.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

async function bundled(entry: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { '@': ROOT } },
    ssr: { noExternal: true, target: 'node' },
    build: {
      write: false,
      target: 'node20',
      ssr: resolve(ROOT, entry),
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  const main = result !== undefined && 'output' in result ? result.output[0].code : undefined;
  if (main === undefined) throw new Error(`${entry} has no bundle`);
  return main;
}

/** Bundles of this worker by entry. */
const bundles = new Map<string, Promise<string>>();

/** Writes a program into a folder as one file; returns its path. */
export async function writeProgram(folder: string, entry = 'lib/package/cli/main.ts'): Promise<string> {
  const bundle = bundles.get(entry) ?? bundled(entry);
  bundles.set(entry, bundle);
  const path = join(folder, 'program.mjs');
  writeFileSync(path, await bundle);
  return path;
}
