// Replacements of values.
import { expect, test } from 'vitest';
import { inexactNumber } from '@/lib/core/json/exact-number';
import { createTokens, lengthClass } from '@/lib/core/redact/tokens';
import { createRandom } from '../model/random';

test('a token is never its own value, not even by chance', () => {
  const drawn = [17, 27, 17, 28];
  const tokens = createTokens(() => drawn.shift() ?? 0, { isExact: true });
  expect(tokens.text('r1')).toBe('r2');
  expect(tokens.text('r1')).toBe('r2');
});

test('the token of a number is never its own value, not even by chance', () => {
  const drawn = [5, 5];
  expect(createTokens(() => drawn.shift() ?? 0, { isExact: true }).number('6')).toBe('1');
});

test('a token hides the length of its value: at least seven lengths share one', () => {
  const lengths = Array.from({ length: 3000 }, (_none, length) => lengthClass(length + 1));
  expect(lengths.toSorted((a, b) => a - b)).toEqual(lengths);
  const classes = [...new Set(lengths)].map((each) => lengths.filter((length) => length === each).length);
  expect(Math.min(...classes.slice(0, -1))).toBe(7);
  const tokens = createTokens(createRandom(1).below);
  const texts = Array.from({ length: 300 }, (_none, at) => '~'.repeat(at + 1));
  expect(texts.map((text) => tokens.text(text).length)).toEqual(
    texts.map(({ length }) => lengthClass(length)),
  );
});

test('integers of neighbouring digit counts share a token length', () => {
  const tokens = createTokens(createRandom(1).below);
  const lengths = ['7', '42', '999', '1234', '-123456', '1234567890'].map((raw) => tokens.number(raw).length);
  expect(lengths).toEqual([2, 2, 2, 5, 6, 11]);
  expect(tokens.number('1e24')).toMatch(/^\de\+24$/);
  expect(tokens.number('12345678901234567890')).toHaveLength(20);
});

test('the token of several words shows its type and length; that of a word is pronounceable', () => {
  const tokens = createTokens(createRandom(1).below);
  const sentence = 'Write to Alice at the bank, please.';
  expect(tokens.text(sentence)).toBe('text 1, 36 characters . . . . . . ..');
  expect(tokens.text(sentence)).toBe(tokens.text(sentence));
  expect(tokens.text('Another text of several words')).toBe('text 2, 28 characters . . ..');
  expect(tokens.text('Hello you')).toBe('text 3 . . .');
  expect(tokens.text('a b')).toMatch(/^text 4$/);
  expect(tokens.text('Paris')).toMatch(/^(?:[bdfgklmnprstvz][aeiou]){3}$/);
});

test('the token of a text has at least one letter for each of its parts', () => {
  expect(createTokens(createRandom(1).below).text('abcdefg', 7)).toHaveLength(7);
});

test('tokens are found with few draws, even if a class is almost exhausted', () => {
  const random = createRandom(1).below;
  let draws = 0;
  const tokens = createTokens((below) => {
    draws++;
    return random(below);
  });
  // Of five digits, as all of these are to have, there are 90,000.
  for (let at = 0; at < 120_000; at++) tokens.number(String(1_000 + at));
  expect(tokens.count).toBe(120_000);
  expect(draws / 5 / 120_000).toBeLessThan(10);
});

test('notations of a number share a token, which is the same kind of number', () => {
  const tokens = createTokens(createRandom(1).below, { isExact: true });
  expect(tokens.number('1e3')).toBe(tokens.number('1000'));
  expect(tokens.number('7.00')).toBe(`${tokens.number('7')}.00`);
  for (let at = 1; at < 500; at++) {
    expect(Number.isInteger(Number(tokens.number(`${at}`)))).toBe(true);
    expect(Number.isInteger(Number(tokens.number(`${at}.5`)))).toBe(false);
    expect(Number.isFinite(Number(tokens.number(`${at}e306`)))).toBe(at < 180);
    expect(() => JSON.parse(tokens.number(`${at - 250}`))).not.toThrow();
  }
});

test('a kept word is never a token of another value', () => {
  const tokens = createTokens(() => 0, { isExact: true, taken: ['1', 'aa'] });
  expect(tokens.number('7')).toBe('10');
  expect(tokens.text('xy')).toBe('aaa');
});

test('a number beyond double precision becomes another such number; others do not', () => {
  const tokens = createTokens(createRandom(1).below);
  const isInexact = (raw: string) => inexactNumber(raw) !== undefined;
  const wrong: string[] = [];
  for (let at = 1; at <= 1000; at++) {
    const odd = 2 * at + 1;
    const written = [`653247040368${String(odd).padStart(6, '0')}`, `91000000000${String(10_000 + odd)}`];
    const held = [String(2 ** 53 + 2 * at), String(Number(`1721999999${at}123456000`)), `${at}.5`, `${at}`];
    for (const raw of [...written, ...held, ...written.map((each) => String(Number(each)))])
      if (isInexact(raw) !== isInexact(tokens.number(raw))) wrong.push(raw);
    // Readers take both for one number.
    for (const raw of written)
      if (Number(tokens.number(raw)) !== Number(tokens.number(String(Number(raw))))) wrong.push(raw);
  }
  expect(wrong).toEqual([]);
});
