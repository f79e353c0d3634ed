// Texts of the panel are in one module: no component has its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../components');
const SAID: ReadonlySet<string> = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

const isWords = (value: unknown): value is string => typeof value === 'string' && /[a-z]{2}/i.test(value);

/** Words in rendered code: text of elements, literals in their place, visible and accessible attributes. */
function* wordsIn(node: Node): Iterable<string> {
  const { type } = node;
  if (type === 'JSXText' && isWords(node['value'])) yield node['value'].trim();
  if (type === 'JSXAttribute') {
    const { name, value } = node as unknown as { name: { name: string }; value: Node | null };
    if (!SAID.has(name.name)) {
      if (value?.type === 'JSXExpressionContainer') yield* wordsIn(value['expression'] as Node);
      return;
    }
    if (value?.type === 'Literal' && isWords(value['value'])) yield value['value'];
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* wordsIn(child);
}

test('components take their texts from components/texts', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(30);
  const words = files.flatMap((name) => {
    const program = parseAst(readFileSync(join(FOLDER, name), 'utf8'), { lang: 'tsx' });
    return [...wordsIn(program as unknown as Node)].map((text) => `${name}: ${text}`);
  });
  expect(words).toEqual([]);
});
