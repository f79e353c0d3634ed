// A module for a page, made of TypeScript and packages.
import { join } from 'node:path';
import { build } from 'vite';

const ID = '\0page';

/** Bundles the code of a module into the text of one script. */
export async function scriptOf(code: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'page',
        resolveId: (name) => (name === ID ? ID : undefined),
        load: (name) => (name === ID ? code : undefined),
      },
    ],
    resolve: { alias: { '@': join(import.meta.dirname, '../..') } },
    build: { write: false, target: 'es2022', rollupOptions: { input: ID } },
  });
  const [made] = [result].flat();
  const [chunk] = made && 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The script of the page could not be built: Vite made none.');
  return chunk.code.replaceAll('</script', '<\\/script');
}
