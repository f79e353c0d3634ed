// The bundles of the package.
import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const at = (path: string): string => resolve(ROOT, path);

/** Notes the folder of each package that is bundled. */
function noting(packages: Set<string>): Plugin {
  return {
    name: 'bundled-packages',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        for (const id of Object.keys(part.modules)) {
          const folder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(
            id.replace('\0', ''),
          )?.[1];
          if (folder !== undefined) packages.add(folder);
        }
      }
    },
  };
}

/** A browser has no disk. Some bundlers cannot even leave such an import alone. */
const withoutDisk: Plugin = {
  name: 'without-disk',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:fs/promises' ? '\0no-disk' : undefined),
  load: (id) => (id === '\0no-disk' ? "throw new Error('There is no disk here.');" : undefined),
};

/** Bundles everything into a folder; gives the folders of the packages that went in. */
export async function bundlePackage(folder: string): Promise<readonly string[]> {
  const packages = new Set<string>();
  const bundle = (isNode: boolean, output: InlineConfig['build'], plugins: readonly Plugin[] = []) =>
    build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias: { '@': ROOT } },
      ...(isNode && { ssr: { noExternal: true, target: 'node' } }),
      plugins: [noting(packages), ...plugins],
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: isNode ? 'node20' : 'es2022',
        ssr: isNode,
        ...output,
      },
    });
  const external = [/^node:/, 'vitest', '@playwright/test'];
  // One file, of the kind that V8 keeps a cache of.
  await bundle(true, {
    minify: true,
    rollupOptions: {
      input: { program: at('lib/package/cli/main.ts') },
      external,
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  });
  // What these share is one module, whichever is imported first.
  await bundle(true, {
    minify: false,
    rollupOptions: {
      input: {
        index: at('lib/package/library/index.ts'),
        vitest: at('lib/package/library/vitest.ts'),
        playwright: at('lib/package/library/playwright.ts'),
      },
      external,
      output: { chunkFileNames: 'shared/[name]-[hash].js' },
    },
  });
  // Jest loads modules of the old kind, unless it is told otherwise.
  await bundle(true, {
    minify: false,
    rollupOptions: {
      input: { jest: at('lib/package/library/jest.ts') },
      external,
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  });
  await bundle(
    false,
    {
      minify: false,
      lib: { entry: at('lib/package/library/index.ts'), formats: ['es'], fileName: () => 'browser.js' },
      rollupOptions: { output: { codeSplitting: false } },
    },
    [withoutDisk],
  );
  await bundle(false, {
    minify: true,
    lib: {
      entry: at('lib/package/library/page-recorder.ts'),
      formats: ['iife'],
      name: 'agUiLensPage',
      fileName: () => 'page-recorder.js',
    },
  });
  await bundle(false, {
    minify: true,
    lib: {
      entry: at('test/pack/report.ts'),
      formats: ['iife'],
      name: 'agUiLensReport',
      fileName: () => 'report.js',
      cssFileName: 'report',
    },
  });
  return [...packages].sort();
}
