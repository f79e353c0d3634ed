import { expect, test } from 'vitest';
import { inexactNumbers } from '@/lib/core/json/exact-number';

const writtenIn = (json: string) => [...inexactNumbers(json)].map(({ written }) => written);

test('numbers that lose digits are found, those in strings are not', () => {
  expect(
    writtenIn('{"a":12345678901234567890,"b":"12345678901234567890 \\" 1e999","c":[1e999,-0,1e5,0.5]}'),
  ).toEqual(['12345678901234567890', '1e999', '-0']);
  expect(writtenIn('{"cut":"12345678901234567890')).toEqual([]);
});

test('a string of many escapes takes no stack', () => {
  const text = JSON.stringify({ text: '"\\\n'.repeat(3_000_000), id: 1 });
  expect(writtenIn(text.replace('"id":1', '"id":12345678901234567890'))).toEqual(['12345678901234567890']);
});
