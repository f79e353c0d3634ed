// Unit tests run in node; *.test.tsx run with happy-dom. Browsers are driven by test/e2e, not from here.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '..');
const alias = { '@': root };

export default defineConfig({
  root,
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: 'unit', root, include: ['test/**/*.test.ts'], environment: 'node' },
      },
      {
        resolve: { alias },
        test: { name: 'dom', root, include: ['test/**/*.test.tsx'], environment: 'happy-dom' },
      },
    ],
  },
});
