// Casts outside of parsers may only become fewer: each is a claim that the compiler cannot check. A cast with a comment
// right above it explains it, and does not count; the page script's natives are a style of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import budgets from './budgets.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const CAST = /\bas (?!const\b)(?:unknown|never|string|number|object|readonly|keyof|typeof|[A-Z({'[|])/;

const TEXT = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** A line without its quoted texts; the code within a template stays. */
function codeOf(line: string): string {
  return line.replace(TEXT, (text) => `'${[...text.matchAll(/\$\{[^}]*\}/g)].join('')}'`);
}

/** Lines with an unexplained cast. */
function castsIn(text: string): readonly string[] {
  const lines = text.split('\n');
  let parser = '';
  return lines.filter((line, at) => {
    const begins = /^(?:export )?function (\w+)|^(?:export )?const (\w+) = \(/.exec(line);
    if (begins) parser = begins[1] ?? begins[2] ?? '';
    const isComment = /^\s*(\/\/|\*|\/\*)/;
    if (isComment.test(line) || /^\s*(import|export) /.test(line) || !CAST.test(codeOf(line))) return false;
    return !/^(parse|read)/.test(parser) && !isComment.test(lines[at - 1] ?? '');
  });
}

function castsBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^page[\\/]/.test(name))
    .flatMap((name) =>
      castsIn(readFileSync(join(ROOT, folder, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
    );
}

test.each(Object.entries(budgets.casts))('%s has at most %i casts without an explanation', (folder, most) => {
  const casts = castsBelow(folder);
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(most);
});

test('casts are counted, except explained ones and those in parsers', () => {
  expect(castsIn('const a = b as C;')).toHaveLength(1);
  expect(castsIn('// It was checked before.\nconst a = b as C;')).toEqual([]);
  expect(castsIn('function parseC(b: unknown) {\n  return b as C;\n}')).toEqual([]);
  expect(castsIn("const a = ['x'] as const;\nimport { a as B } from 'c';")).toEqual([]);
  expect(castsIn("const a = 'Copy as JSON' + `\x24{b}, the same as '\x24{c}'`;")).toEqual([]);
  expect(castsIn('const a = `\x24{b as C}`;')).toHaveLength(1);
});
