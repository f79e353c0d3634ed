// Fields of a form by a JSON schema, and values that are put together from them.
import { expect, test } from 'vitest';
import { answerFields, emptyAnswer, withMember } from '@/lib/core/agui/answer-fields';

test('scalars, choices and nested members have fields; lists and free objects have none', () => {
  const schema = {
    type: 'object',
    properties: {
      approved: { type: 'boolean', description: 'Go on?' },
      reason: { type: ['string', 'null'] },
      plan: { enum: ['fast', 2] },
      size: { oneOf: [{ const: 's' }, { const: 'l' }] },
      who: { type: 'object', properties: { age: { type: 'integer' } } },
      tags: { type: 'array' },
      any: {},
    },
  };
  expect(answerFields(schema)).toEqual([
    { path: ['approved'], kind: 'boolean', options: [], description: 'Go on?' },
    { path: ['reason'], kind: 'text', options: [] },
    { path: ['plan'], kind: 'choice', options: ['fast', 2] },
    { path: ['size'], kind: 'choice', options: ['s', 'l'] },
    { path: ['who', 'age'], kind: 'number', options: [] },
  ]);
  expect(answerFields({ type: 'string' })).toEqual([{ path: [], kind: 'text', options: [] }]);
  for (const none of [undefined, null, true, 'x', { type: 'toString' }])
    expect(answerFields(none)).toEqual([]);
});

test('a recursive schema has a limited number of fields', () => {
  const many = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n, { type: 'string' }])),
  };
  expect(answerFields(many)).toHaveLength(40);
  const deep: object = Array.from({ length: 50 }).reduce<object>((inner) => ({ properties: { a: inner } }), {
    type: 'string',
  });
  expect(answerFields(deep as never)).toEqual([]);
});

test('a member is set in a copy of the value', () => {
  const before = { a: 1, who: { age: 3, name: 'x' } };
  expect(withMember(before, ['who', 'age'], 4)).toEqual({ a: 1, who: { age: 4, name: 'x' } });
  expect(before.who.age).toBe(3);
  expect(withMember(undefined, ['a', 'b'], true)).toEqual({ a: { b: true } });
  expect(withMember({ a: 1 }, [], 'all')).toBe('all');
  expect(JSON.stringify(withMember({}, ['__proto__', 'x'], 1))).toBe('{"__proto__":{"x":1}}');
});

// As Pydantic and zod write them.
const WRAPPED = {
  $defs: {
    Choice: { enum: ['yes', 'no'], title: 'Choice', type: 'string' },
    Person: {
      type: 'object',
      properties: { name: { type: 'string', default: 'x' }, boss: { $ref: '#/$defs/Person' } },
    },
    Loop: { $ref: '#/$defs/Loop' },
  },
  type: 'object',
  properties: {
    choice: { $ref: '#/$defs/Choice', description: 'Go on?' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    who: { allOf: [{ $ref: '#/$defs/Person' }] },
    size: { anyOf: [{ const: 1 }, { enum: [2, 3] }, { type: 'null' }] },
    fixed: { const: 'a' },
    amount: { type: ['null', 'integer'] },
    loop: { $ref: '#/$defs/Loop' },
    else: { $ref: 'https://example.com/schema' },
    either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
};

test('definitions, nullable fields and constants are read as intended', () => {
  expect(answerFields(WRAPPED)).toEqual([
    { path: ['choice'], kind: 'choice', options: ['yes', 'no'], description: 'Go on?' },
    { path: ['note'], kind: 'text', options: [] },
    { path: ['who', 'name'], kind: 'text', options: [] },
    { path: ['who', 'boss', 'name'], kind: 'text', options: [] },
    { path: ['who', 'boss', 'boss', 'name'], kind: 'text', options: [] },
    { path: ['size'], kind: 'choice', options: [1, 2, 3] },
    { path: ['fixed'], kind: 'choice', options: ['a'] },
    { path: ['amount'], kind: 'number', options: [] },
  ]);
});

test('a prefilled answer fits its schema', () => {
  expect(emptyAnswer(WRAPPED)).toMatchObject({
    choice: 'yes',
    note: null,
    who: { name: 'x', boss: { name: 'x' } },
    size: 1,
    fixed: 'a',
    amount: 0,
    loop: {},
    else: {},
    either: {},
  });
  for (const none of [undefined, null, true, 'x', { type: 'toString' }])
    expect(emptyAnswer(none)).toEqual({});
});
