// Reasons of errors, of any engine.
import { expect, test, vi } from 'vitest';
import { parseAnyDepth } from '@/lib/core/files/input';
import { reasonOf } from '@/lib/core/json/reason';

test.each([
  ['Unexpected token \'x\', "{"a": x}" is not valid JSON', "Unexpected token 'x'"],
  [
    'Expected property name in JSON at position 9 (line 2 column 3)',
    'Expected property name in JSON at position 9',
  ],
  ['JSON.parse: unexpected character at line 2 column 3 of the JSON data', 'unexpected character'],
  ['The disk is full.', 'The disk is full'],
])('the reason of "%s" omits the place in the text', (message, reason) =>
  expect(reasonOf(new SyntaxError(message))).toBe(reason),
);

test('a file with broken JSON names its line once in Firefox', () => {
  const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw new SyntaxError('JSON.parse: unexpected character at line 2 column 3 of the JSON data');
  });
  const parsed = parseAnyDepth({ name: 'a.json', text: '{"a":\nx}' });
  parse.mockRestore();
  expect(parsed).toEqual({ error: 'a.json is invalid JSON at line 2: unexpected character.' });
});
