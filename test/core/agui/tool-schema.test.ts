// Arguments against declared schemas, and schemas that would rather harm.
import { expect, test } from 'vitest';
import { checkArguments, findTool } from '@/lib/core/agui/tool-schema';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { cpuMs, hasRunAway } from '../../support/cpu';

const check = (parameters: Json, value: Json) => checkArguments({ name: 'f', parameters }, value);

const MANY: Json = Object.fromEntries(
  Array.from({ length: 900 }, (_, n) => [`key${n}${'a'.repeat(100)}`, 'a'.repeat(300)]),
);

const WEATHER: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', maximum: 7 } },
  required: ['city'],
  additionalProperties: false,
};

test('arguments that fit have no problems', () => {
  expect(check(WEATHER, { city: 'Oslo', days: 3 })).toEqual({ problems: [] });
  expect(check(true, 1)).toEqual({ problems: [] });
  expect(checkArguments({ name: 'f' }, { a: 1 })).toEqual({ problems: [] });
});

test('a problem names path and keyword', () => {
  const verdict = check(WEATHER, { days: 9, 'a b/c': 1 });
  expect(verdict).toEqual({
    problems: [
      expect.objectContaining({ pointer: '', keyword: 'required' }),
      expect.objectContaining({ pointer: '/days', keyword: 'maximum' }),
      expect.objectContaining({ pointer: '/a b~1c', keyword: 'additionalProperties' }),
    ],
  });
});

test('problems within a union are reported as one problem of the union', () => {
  const schema = { anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] };
  const verdict = check({ properties: { x: schema } }, { x: { b: 1 } });
  expect(verdict).toEqual({ problems: [expect.objectContaining({ pointer: '/x', keyword: 'anyOf' })] });
});

test('references to definitions are followed', () => {
  const schema = { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } };
  expect(check(schema, { a: 1 })).toEqual({ problems: [] });
  expect(check(schema, { a: 'x' })).toEqual({
    problems: [expect.objectContaining({ pointer: '/a', keyword: 'type' })],
  });
});

/** A schema whose check would double with each level. */
function doubling(levels: number): JsonObject {
  const $defs: Record<string, Json> = {};
  for (let at = 0; at < levels; at++) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    $defs[`d${at}`] = { allOf: [next, next] };
  }
  $defs[`d${levels}`] = { type: 'object' };
  return { $defs, $ref: '#/$defs/d0' };
}

function nested(depth: number): Json {
  let schema: Json = {};
  for (let at = 0; at < depth; at++) schema = { properties: { a: schema } };
  return schema;
}

test.each<[string, Json]>([
  ['a text', 'x'],
  ['a remote reference', { $ref: 'https://example.com/schema.json' }],
  ['a reference to nothing', { $ref: '#/nowhere' }],
  ['a reference to itself', { $ref: '#' }],
  ['a check that doubles', doubling(40)],
  ['too many parts', { enum: [], allOf: Array.from({ length: 6_000 }, () => true) }],
  ['too deep', nested(100)],
  ['a pattern that is none', { properties: { a: { pattern: '(' } } }],
])('%s is reported as a broken schema without delay', (_, schema) => {
  const start = cpuMs();
  expect(check(schema, { a: 'b' })).toEqual({ broken: expect.any(String) });
  expect(hasRunAway(start)).toBe(false);
});

test('patterns and formats are checked in linear time', () => {
  const start = cpuMs();
  const patterns = [
    '^(a+)+$',
    '^(a|a)*$',
    '^((a*)*)*$',
    '(a*)*\\1',
    'a*a*a*a*a*a*b',
    '^([a-z]+\\d?)+$',
    '(?:(?:a?)b?)*c',
    `${'a?'.repeat(40)}${'a'.repeat(40)}`,
    '^(a+[^(])+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*a){20}$',
    '(a|b|ab)*'.repeat(30),
  ];
  for (const pattern of patterns) {
    check({ properties: { t: { pattern } } }, { t: `${'a'.repeat(400)}!` });
    check({ patternProperties: { [pattern]: {} } }, { [`${'a'.repeat(400)}!`]: 1 });
    // Under the name of a keyword, a property is a property.
    check({ properties: { default: { pattern }, enum: { pattern } } }, { default: `${'a'.repeat(400)}!` });
    check({ properties: { pattern: { pattern } } }, { pattern: `${'a'.repeat(400)}!` });
    check({ additionalProperties: { allOf: Array.from({ length: 100 }, () => ({ pattern })) } }, MANY);
  }
  check({ properties: { t: { pattern: '^a*a*b$', format: 'email' } } }, { t: 'a'.repeat(1_000_000) });
  expect(hasRunAway(start)).toBe(false);
});

test('the number of comparisons is limited', () => {
  const start = cpuMs();
  const long = Array.from({ length: 50_000 }, (_, n) => `key${n}`);
  const list = Array.from({ length: 2_400 }, (_, n) => ({ n }));
  const again = (part: Json): Json => ({
    $defs: { part },
    allOf: Array.from({ length: 4_000 }, () => ({ $ref: '#/$defs/part' })),
  });
  for (const [part, value] of [
    [{ required: long }, {}],
    [{ enum: long }, 'x'],
    [{ const: long }, [1]],
    [{ uniqueItems: true }, list],
    [{ dependentRequired: { a: long.slice(0, 4_000) } }, { a: 1 }],
    [{ patternProperties: { a: {} } }, MANY],
  ] as const)
    expect(check(again(part), value)).toEqual({ broken: expect.any(String) });
  expect(hasRunAway(start)).toBe(false);
});

test('patternProperties check matching keys; additionalProperties check the others', () => {
  const schema = (pattern: string): Json => ({
    patternProperties: { [pattern]: { type: 'number' }, '^b': { type: 'string' } },
    additionalProperties: false,
  });
  expect(check(schema('^a+$'), { aa: 1, b: 'x' })).toEqual({ problems: [] });
  expect(check(schema('^a+$'), { aa: 'x', b: 'x' })).toEqual({
    problems: [expect.objectContaining({ pointer: '/aa', keyword: 'type' })],
  });
  expect(check(schema('^a+$'), { c: 1 })).toEqual({
    problems: [expect.objectContaining({ pointer: '/c', keyword: 'additionalProperties' })],
  });
  // The keys of an unsupported pattern are unknown.
  expect(check(schema('^(?=a)'), { aa: 1, c: 1 })).toEqual({ problems: [] });
});

test('pattern, format and allOf are all checked', () => {
  const schema: Json = { pattern: '^a', format: 'email', allOf: [{ maxLength: 3 }] };
  const verdict = check(schema, 'bbbb');
  const keywords = 'problems' in verdict ? verdict.problems.map(({ keyword }) => keyword) : [];
  expect(keywords.sort()).toEqual(['format', 'maxLength', 'pattern']);
});

test('very large arguments are not checked', () => {
  const start = cpuMs();
  const many = Array.from({ length: 200_000 }, (_, n) => n);
  expect(check({ uniqueItems: true, maxItems: 1 }, many)).toEqual({ problems: [] });
  expect(hasRunAway(start)).toBe(false);
});

test('a safe pattern is matched', () => {
  const schema = { properties: { t: { pattern: '^[a-z]{2,3}-\\d+$' } } };
  expect(check(schema, { t: 'ab-1' })).toEqual({ problems: [] });
  expect(check(schema, { t: 'abcd' })).toEqual({
    problems: [expect.objectContaining({ keyword: 'pattern' })],
  });
});

test('a schema is not changed, not even where it names a prototype', () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"number"},"a":{"type":"number"}}}');
  const before = JSON.stringify(schema);
  expect(check(schema, { a: 'x' })).toEqual({ problems: [expect.objectContaining({ pointer: '/a' })] });
  expect(JSON.stringify(schema)).toBe(before);
});

test('a tool is found by its name', () => {
  const tool = { name: 'f' };
  expect(findTool({ tools: [7, { name: 'g' }, tool] }, 'f')).toBe(tool);
  expect(findTool({ tools: 'none' }, 'f')).toBeUndefined();
});
