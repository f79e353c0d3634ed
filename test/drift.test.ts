// The tables of the protocol against the installed packages: a new version must not pass unseen.
import { EventType, PROTOCOL_VERSION } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { fieldsOf } from '@/lib/core/agui/fields';

const BASE = ['type', 'timestamp', 'rawEvent', 'metadata', 'subagentRunId'];

test('the protocol version is the one that the tables describe', () => expect(PROTOCOL_VERSION).toBe('1.0'));

test('the event types are those of @ag-ui/core', () => {
  expect([...EVENT_TYPES].sort()).toEqual(Object.values(EventType).sort());
});

test('the fields are those of the schemas, required where they are there', () => {
  for (const option of EventSchema.options) {
    const type = EVENT_TYPES.find((name) => name === option.shape.type.value);
    if (type === undefined) throw new Error(`No event type ${String(option.shape.type.value)}`);
    const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = option.shape;
    const own = Object.entries(shape).filter(
      ([key]) => !BASE.includes(key) || (key === 'subagentRunId' && type.startsWith('SUBAGENT_')),
    );
    const expected = own.map(([key, field]) => [key, !field.safeParse(undefined).success]);
    expect(fieldsOf(type).toSorted(), type).toEqual(expected.toSorted());
  }
});
