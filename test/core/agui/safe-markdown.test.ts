import { expect, test } from 'vitest';
import { toMarkdown as markdownParts } from '@/lib/core/agui/conversation-markdown';
import { safeMarkdown as safeParts } from '@/lib/core/agui/safe-markdown';

const toMarkdown = (...args: Parameters<typeof markdownParts>) => [...markdownParts(...args)].join('');
const safeMarkdown = (text: string) => [...safeParts(text)].join('');

test.each([
  ['plain **text**, 1 < 2', 'plain **text**, 1 < 2'],
  ['<img src=x onerror=alert(1)> <!-- </b>', '\\<img src=x onerror=alert(1)> \\<!-- \\</b>'],
  ['`Array<string>` and ``a ` <b>``', '`Array<string>` and ``a ` <b>``'],
  ['\\`<b>`', '\\`\\<b>`'],
  ['`\n`<b>`', '`\n`\\<b>`'],
  ['| `<b> | ` |', '| `\\<b> | ` |'],
  ['[x](https://a.example) [y](#a)', '[x](https://a.example) [y](#a)'],
  [
    '[x](javascript:alert(1)) [y](&#106;s) [z](\njavascript:a)',
    '[x\\](javascript:alert(1)) [y\\](&#106;s) [z\\](\njavascript:a)',
  ],
  ['[x]: JavaScript:alert(1)', '\\[x]: JavaScript:alert(1)'],
  ['<javascript:alert(1)>', '\\<javascript:alert(1)>'],
  ['```html\n<b>\n```\n<b>', '```html\n<b>\n```\n\\<b>'],
  ['~~~\n```\n<b>', '~~~\n```\n<b>\n~~~'],
  ['- a\n  ```\n<b>', '- a\n  ```\n\\<b>'],
])('makes %j safe', (text, safe) => expect(safeMarkdown(text)).toBe(safe));

test('names and ids stay on their line', () => {
  const hostile = '\n# x <b>`|';
  const message = { role: 'assistant', name: hostile, content: '' };
  const toolCalls = [{ id: hostile, function: { name: hostile, arguments: '{}' } }];
  const text = toMarkdown([
    { ...message, toolCalls },
    { role: 'tool', toolCallId: hostile, content: '', error: hostile },
  ]);
  expect(text.split('\n').filter((line) => /^# |(?<!\\)<b/.test(line.replaceAll(/``.*``/g, '')))).toEqual([]);
});

test('texts with many backticks and fences are made safe', () => {
  const text = '` '.repeat(100_000) + '`a'.repeat(100_000);
  expect(safeMarkdown(text)).toHaveLength(text.length);
  const fences = '```\n'.repeat(200_000);
  expect(toMarkdown([{ role: 'tool', content: fences }])).toContain(fences);
});

test('links that are too long are escaped, also many of them in linear time', () => {
  expect(safeMarkdown(`[a](x${'y'.repeat(300)}) [b](x)`)).toBe(`[a\\](x${'y'.repeat(300)}) [b](x)`);
  expect(safeMarkdown('](<'.repeat(50_000)).startsWith('\\](<'.repeat(1000))).toBe(true);
});

test('a text of many lines is processed in parts with the same result', () => {
  const text = ['~~~', ...Array.from({ length: 5000 }, (_none, at) => `<b> ${at}`), '~~~', '<b>'].join('\n');
  expect([...safeParts(text)].length).toBeGreaterThan(10);
  expect(safeMarkdown(text)).toBe(text.replace(/<b>$/, '\\<b>'));
});
