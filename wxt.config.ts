import { defineConfig } from 'wxt';

/** Origins that are captured without being asked for: a developer's own machine. */
const LOCAL = [
  'http://localhost/*',
  'https://localhost/*',
  'http://*.localhost/*',
  'https://*.localhost/*',
  'http://127.0.0.1/*',
  'https://127.0.0.1/*',
  'http://[::1]/*',
  'https://[::1]/*',
];

export default defineConfig({
  imports: false,
  manifest: ({ browser }) => ({
    name: 'AG-UI Lens',
    description: 'See every AG-UI event of a page: messages, state, tool calls and runs, at any moment.',
    permissions: ['storage', 'unlimitedStorage', 'scripting'],
    host_permissions: LOCAL,
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: 'AG-UI Lens' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'ag-ui-lens@ag-ui-lens.invalid',
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: '120' }),
  }),
  zip: { excludeSources: ['out/**', 'test-results/**'] },
  // Vite reads the JSX settings from tsconfig.json; no plugin is needed.
  vite: () => ({ build: { target: 'es2022', modulePreload: false } }),
});
