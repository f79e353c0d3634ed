import { expect, test } from 'vitest';
import { createFilter } from '@/lib/log/filter';
import type { LoggedEvent } from '@/lib/log/types';

const event = (type: string, raw: string) => ({ type, raw }) as LoggedEvent;
const matches = (text: string, type: string, raw = '') => {
  const filter = createFilter(text);
  return filter.type(type) && filter.event(event(type, raw));
};

test('an empty filter matches everything without looking at texts', () => {
  expect(createFilter('  ').typeOnly).toBe(true);
  expect(matches('', 'RAW')).toBe(true);
});

test('words must all be found, case is ignored, phrases stay together', () => {
  expect(matches('lond RAIN', 'CUSTOM', 'rain in London')).toBe(true);
  expect(matches('lond snow', 'CUSTOM', 'rain in London')).toBe(false);
  expect(matches('"in london"', 'CUSTOM', 'rain in London')).toBe(true);
  expect(matches('"london in"', 'CUSTOM', 'rain in London')).toBe(false);
});

test('a word also matches the type', () => {
  expect(matches('tool_call', 'TOOL_CALL_ARGS', '{}')).toBe(true);
});

test('type: takes names with *, lists, and one of several terms is enough', () => {
  expect(matches('type:TOOL_*', 'TOOL_CALL_ARGS')).toBe(true);
  expect(matches('type:tool_*', 'TOOL_CALL_ARGS')).toBe(true);
  expect(matches('type:TOOL_*', 'STATE_DELTA')).toBe(false);
  expect(matches('type:*_END', 'TOOL_CALL_END')).toBe(true);
  expect(matches('type:RAW,CUSTOM', 'CUSTOM')).toBe(true);
  expect(matches('type:RAW type:CUSTOM', 'CUSTOM')).toBe(true);
});

test('- negates words and types', () => {
  expect(matches('-type:RAW', 'RAW')).toBe(false);
  expect(matches('-type:RAW', 'CUSTOM')).toBe(true);
  expect(matches('-rain', 'CUSTOM', 'rain')).toBe(false);
  expect(matches('type:CUSTOM -rain', 'CUSTOM', 'sun')).toBe(true);
});

test('an unfinished type: term matches everything, odd characters are no regular expression', () => {
  expect(matches('type:', 'RAW')).toBe(true);
  expect(matches('type:(*', 'RAW')).toBe(false);
  expect(matches('a(b', 'RAW', 'xa(by')).toBe(true);
});
