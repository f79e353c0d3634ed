// The bundles of the package.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
/** Library modules for `import` and `require`. */
const WRAPPED = ['index', 'playwright'];
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

/** The server of `lens mcp` validates nothing by JSON Schema: of the SDK's two validators, the one that is a third as long. */
const smallValidator: Plugin = {
  name: 'small-validator',
  enforce: 'pre',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? '\0mcp-shims' : undefined),
  load: (id) =>
    id === '\0mcp-shims'
      ? [
          "export { default as process } from 'node:process';",
          "export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';",
        ].join('\n')
      : undefined,
};

/** Returns a function that bundles into a folder. */
function bundler(folder: string, packages: Set<string>) {
  // Vite goes by this, and a test runner has set it to "test".
  Object.assign(process.env, { NODE_ENV: 'production' });
  return (isNode: boolean, output: InlineConfig['build'], plugins: readonly Plugin[] = []) =>
    build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias: { '@': ROOT } },
      ...(isNode && { ssr: { noExternal: true, target: 'node' } }),
      // Vite leaves this to the users of a library, but a page has no process.
      ...(!isNode && { define: { 'process.env.NODE_ENV': '"production"' } }),
      plugins: [noting(packages), ...plugins],
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: isNode ? 'node20' : 'es2022',
        ssr: isNode,
        ...output,
      },
    });
}

/** Bundles the panel of reports, the viewer and the demo, as `report.js` and `report.css`. */
export async function bundleReport(folder: string, packages = new Set<string>()): Promise<void> {
  await bundler(folder, packages)(false, {
    minify: true,
    lib: {
      entry: at('test/pack/report.ts'),
      formats: ['iife'],
      name: 'agUiLensReport',
      fileName: () => 'report.js',
      cssFileName: 'report',
    },
  });
}

/** Bundles the extension of VS Code, as `extension.js`: for the desktop and for browsers, so without `node:`. */
export async function bundleEditor(folder: string): Promise<void> {
  await bundler(folder, new Set())(false, {
    minify: true,
    lib: { entry: at('lib/package/vscode/extension.ts'), formats: ['cjs'], fileName: () => 'extension.js' },
    rollupOptions: { external: ['vscode'] },
  });
}

/** Bundles everything into a folder; gives the folders of the packages that went in. */
export async function bundlePackage(folder: string): Promise<readonly string[]> {
  const packages = new Set<string>();
  const bundle = bundler(folder, packages);
  const external = [/^node:/, 'vitest', '@playwright/test'];
  const entry = (path: string) => [at(`lib/package/${path}.ts`), path.split('/').at(-1)] as const;
  const entries = [
    entry('cli/main'),
    ...['index', 'jest', 'matchers', 'playwright'].map((name) => entry(`library/${name}`)),
  ];
  /** An ES module with the exports of a CommonJS one. */
  const wrap = (name: string, exports: readonly string[]) =>
    writeFileSync(resolve(folder, `${name}.js`), `export { ${exports.join(', ')} } from './${name}.cjs';\n`);
  // The core is one file for the command line and the library, and one module whichever is imported first. As CommonJS,
  // because Jest loads nothing else.
  // Loaded by its command alone.
  const mcp = /@modelcontextprotocol|mcp-shims|[\\/]cli[\\/]mcp[\\/](?!recordings)/;
  const core = {
    name: 'core',
    test: (id: string) => entries.every(([path]) => path !== id) && !mcp.test(id),
  };
  const built = await bundle(
    true,
    {
      minify: true,
      rollupOptions: {
        input: Object.fromEntries(entries.map(([path, name]) => [name, path])),
        external,
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
          codeSplitting: { groups: [core, { name: 'mcp', test: mcp }] },
        },
      },
    },
    [smallValidator],
  );
  for (const each of [built].flat()) {
    if (!('output' in each)) continue;
    for (const part of each.output)
      if (part.type === 'chunk' && WRAPPED.includes(part.name)) wrap(part.name, part.exports);
  }
  await bundle(true, {
    minify: true,
    rollupOptions: {
      input: { vitest: at('lib/package/library/vitest.ts') },
      external: [...external, './matchers'],
      output: { paths: { [at('lib/package/library/matchers')]: './matchers.cjs' } },
    },
  });
  await bundle(
    false,
    {
      minify: true,
      lib: { entry: at('lib/package/library/index.ts'), formats: ['es'], fileName: () => 'browser.js' },
      // Vite keeps the white space of ES libraries.
      rollupOptions: { output: { codeSplitting: false, minify: true } },
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
  await bundleReport(folder, packages);
  return [...packages].sort();
}
