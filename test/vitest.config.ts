// Unit tests run in node; *.test.tsx run with happy-dom. Browsers are driven by test/e2e, not from here.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest's reporter uses Map.groupBy when it prints failures; node 20, which we support, does not have it.
function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
if (!('groupBy' in Map)) Object.assign(Map, { groupBy });

const root = resolve(import.meta.dirname, '..');
const alias = { '@': root };

export default defineConfig({
  root,
  resolve: { alias },
  test: {
    // What a passing test writes to the console is of no interest, such as the stock client's own complaints.
    silent: 'passed-only',
    // One worker for each core: two cores run the random streams side by side.
    maxWorkers: '100%',
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
