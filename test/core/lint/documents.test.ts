// Two JSON documents in one text, held against JSON.parse at every place where the text may be cut.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { twoDocuments } from '@/lib/core/lint/json-documents';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Cuts a text behind its first object or array. */
function byHand(text: string): readonly unknown[] | undefined {
  for (let end = 1; end <= text.length; end++) {
    const first = parsed(text.slice(0, end));
    if (typeof first?.value !== 'object' || first.value === null) continue;
    const second = parsed(text.slice(end));
    return second && [first.value, second.value];
  }
  return undefined;
}

const PARTS = ['{"a":1}', '[1, "}"]', '{}', ' ', '5', '"x"', 'null', '{"a"', ',', '\u0000', '\\u12', ']'];

test('two documents are found where JSON.parse accepts both halves, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }), (parts) => {
      const text = parts.join('');
      expect(twoDocuments(text)).toEqual(byHand(text));
    }),
    { numRuns: 2_000 },
  );
});

test('a value that is not two documents is not parsed: errors of JSON.parse take long', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const text of ['{"a":1}'.repeat(10), '{"a":1}{"a"', '{"a":1}', '{"a":1} ']) twoDocuments(text);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
