// What stands in for a value.
import { expect, test } from 'vitest';
import { createTokens } from '@/lib/redact/tokens';

test('a token is never its own value, not even by chance', () => {
  const drawn = [17, 27, 17, 28];
  const tokens = createTokens(() => drawn.shift() ?? 0);
  expect(tokens.text('r1')).toBe('r2');
  expect(tokens.text('r1')).toBe('r2');
});

test('nor is a number', () => {
  const drawn = [6, 6];
  const tokens = createTokens(() => drawn.shift() ?? 0);
  expect(tokens.number('6')).toBe('0');
});
