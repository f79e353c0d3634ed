import { resolve } from 'node:path';
import { defineConfig } from 'wxt';
import { LOCAL } from './lib/background/relay/sites';

/**
 * Loads the panel's code in few files. The bundler makes 22 of it, and their requests are a quarter of the CPU time
 * before the first paint. The popup needs little of that code, and none of its styles.
 */
const FEW_FILES = {
  codeSplitting: {
    groups: [
      {
        name: 'popup',
        tags: ['$initial'],
        test: /[\\/](?:relay|node_modules[\\/](?:preact|@?wxt(?:-dev)?))[\\/]|[\\/](?:json[\\/]format|panel[\\/](?:ask|scheduler|visibility)|pane-channel|preload-helper)\.[jt]s/,
      },
      { name: 'panel', tags: ['$initial'], test: /[\\/](?:lib|components)[\\/].*\.tsx?$(?<!styles\.ts)/ },
    ],
  },
};

/** A file with one character beyond Latin-1 is kept as UTF-16: decoding the panel's took a tenth of the time before its first paint. */
const ASCII_FILES = {
  name: 'ascii-files',
  generateBundle(_options: unknown, bundle: Readonly<Record<string, { type: string; code?: string }>>) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.code === undefined) continue;
      if (file.code.includes('String.raw'))
        throw new Error(`${name} uses String.raw, which does not read escapes: see ASCII_FILES.`);
      file.code = file.code.replace(
        /[\u0080-\uffff]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/**
 * Every page pays for the page script. WXT's wrapper around it, with a logger and the options that only the manifest
 * needs, would be a twentieth of it: the built script starts at `capturePage`, as `main` does.
 */
const PAGE_SCRIPT = {
  name: 'page-script-without-wrapper',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.includes('content-script-main-world-entrypoint')
      ? `import { capturePage } from ${JSON.stringify(resolve(import.meta.dirname, 'lib/page/start'))};\nexport default capturePage();`
      : undefined,
};

const NO_SCHEMAS = '\0no-schemas';
/**
 * A page could notice the codec of protobuf in the director: zod, the library of its schemas, writes two globals and tries
 * whether code may be made from text, which a policy of the page reports, and the codec warns in the console. Without
 * schemas it writes an event as given, as it does with one that they reject.
 */
const QUIET_CODEC = {
  name: 'codec-that-pages-do-not-notice',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === '@ag-ui/core/schemas' ? NO_SCHEMAS : undefined),
  load: (id: string) =>
    id === NO_SCHEMAS ? 'export const EventSchemas = { parse: (event) => event };' : undefined,
  transform(code: string, id: string) {
    if (!id.includes('@ag-ui/proto')) return undefined;
    if (!code.includes('console.warn(')) throw new Error(`${id} does not warn any more: see QUIET_CODEC.`);
    return code.replaceAll('console.warn(', 'void (');
  },
};

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
              id: '{1eff5f82-0e79-4eb4-8439-ad55104a92cc}',
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
    'vite:build:extendConfig': (entrypoints, config) => {
      const names = entrypoints.map(({ name }) => name);
      if (names.includes('panel')) {
        Object.assign(config.build?.rolldownOptions?.output ?? {}, FEW_FILES);
        config.plugins?.push(ASCII_FILES);
      }
      if (names.includes('page')) config.plugins?.push(PAGE_SCRIPT);
      if (names.includes('director')) config.plugins?.push(QUIET_CODEC);
    },
  },
  zip: { excludeSources: ['out/**', 'test-results/**'] },
  // Vite reads the JSX settings from tsconfig.json; no plugin is needed.
  vite: () => ({ build: { target: 'es2022', modulePreload: { polyfill: false } } }),
});
