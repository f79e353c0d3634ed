// Output of `npm run new`, without writing it: every list that it adds to exists, and is added to once.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isWordyComment } from '../words';
import { addEntry, addImport } from './edit';
import { kinds } from './kinds';

const ROOT = join(import.meta.dirname, '../..');

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  '%s: its files do not exist yet, are written plainly, and its lists do exist',
  (_name, kind) => {
    const id = kind.ids.test('not-there') ? 'not-there' : 'notthere';
    expect(id).toMatch(kind.ids);
    const added = kind.steps(id).map(({ path }) => path);
    for (const step of kind.steps(id)) {
      const path = join(ROOT, step.path);
      expect(existsSync(path), step.path).toBe('edit' in step);
      if ('text' in step) expect(step.text.split('\n').filter(isWordyComment), step.path).toEqual([]);
      if ('edit' in step) {
        const before = readFileSync(path, 'utf8');
        const after = step.edit(before);
        expect(after.length, step.path).toBeGreaterThan(before.length);
        const imported = Array.from(after.matchAll(/from '@\/(\S+)';/g), ([, path]) => path);
        for (const path of imported.filter((each) => each?.endsWith(`/${id}`)))
          expect(added, step.path).toContain(`${path}.ts`);
      }
    }
  },
);

test('an entry is added at the end of the intended list, whatever brackets are in it', () => {
  const text = "const a = [\n  b(1, [2]),\n  { c: '[]' }\n] as const;\nconst d = [];\n";
  expect(addEntry(text, /const a = \[/, '  e')).toBe(
    "const a = [\n  b(1, [2]),\n  { c: '[]' },\n  e,\n] as const;\nconst d = [];\n",
  );
  expect(addEntry(text, /const d = \[/, '  e')).toContain('const d = [\n  e,\n];');
  expect(() => addEntry(text, /const x = \[/, '  e')).toThrow('no list');
});

test('an import is added after the last one', () => {
  const text = "// What it is.\nimport { a } from 'a';\nimport {\n  b,\n} from 'b';\n\nconst c = 1;\n";
  expect(addImport(text, "import 'd';")).toContain("} from 'b';\nimport 'd';\n\nconst c");
});
