import { resolve } from 'node:path';
import type { PluginOption } from 'vite';
import { defineConfig } from 'wxt';
import { LOCAL } from './lib/background/relay/sites';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/** A module, and all that it imports at once. */
function closureOf(graph: Graph, entry: string): ReadonlySet<string> {
  const all = new Set([entry]);
  // A set goes on with what is added to it.
  for (const id of all) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

/**
 * Puts what the panel's first picture needs into one file, but for what smaller pages need too. By default each set of
 * modules that several views share is a file of its own, and a browser finds them one after the other.
 */
function firstPictureInOneFile(): PluginOption {
  const entry = (path: string): string => resolve(import.meta.dirname, 'entrypoints', path);
  const others = [entry('popup/main.tsx'), entry('devtools/main.ts')];
  return {
    name: 'first-picture-in-one-file',
    outputOptions(options) {
      let first: ReadonlySet<string> | undefined;
      const name = (id: string, graph: Graph): string | null => {
        if (first === undefined) {
          const shared = new Set(others.flatMap((other) => [...closureOf(graph, other)]));
          first = new Set([...closureOf(graph, entry('panel/main.tsx'))].filter((each) => !shared.has(each)));
        }
        return first.has(id) ? 'panel' : null;
      };
      return { ...options, codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } };
    },
  };
}

export default defineConfig({
  imports: false,
  manifest: ({ browser }) => ({
    name: 'AG-UI Lens',
    description: 'See every AG-UI event of a page: messages, state, tool calls and runs, at any moment.',
    // activeTab: the popup may read the address of the page that it is opened over.
    permissions: ['storage', 'unlimitedStorage', 'scripting', 'activeTab'],
    host_permissions: LOCAL,
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: 'AG-UI Lens' },
    // The browser itself keeps the promise that nothing leaves it: our pages may load nothing but their own files,
    // and media only from data URLs that were on the wire.
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; connect-src 'self'",
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'ag-ui-lens@ag-ui-lens.invalid',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : {
          minimum_chrome_version: '120',
          // Messages may hold bytes, as they may in Firefox; older versions do not know it.
          message_serialization: 'structured_clone',
        }),
  }),
  hooks: {
    // Every page pays for the page script. WXT's wrapper around it, with a logger and the options that only the
    // manifest needs, would be a twentieth of it: the built script starts at `capturePage`, as `main` does.
    'vite:build:extendConfig': (entrypoints, config) => {
      if (entrypoints.some(({ name }) => name === 'panel')) config.plugins?.push(firstPictureInOneFile());
      if (entrypoints.some(({ name }) => name !== 'page')) return;
      const start = JSON.stringify(resolve(import.meta.dirname, 'lib/page/start'));
      config.plugins?.push({
        name: 'page-script-without-wrapper',
        enforce: 'pre',
        load: (id) =>
          id.includes('content-script-main-world-entrypoint')
            ? `import { capturePage } from ${start};\nexport default capturePage();`
            : undefined,
      });
    },
  },
  zip: { excludeSources: ['out/**', 'test-results/**'] },
  // Vite reads the JSX settings from tsconfig.json; no plugin is needed.
  vite: () => ({ build: { target: 'es2022', modulePreload: false } }),
});
