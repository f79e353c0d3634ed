// The list of safe fields against the installed schemas: names fields of the protocol that are missing from it.
// A missing field is redacted: it becomes a token.
import * as schemas from '@ag-ui/core/schemas';
import { expect, test } from 'vitest';
import { decoders } from '@/lib/core/decode/decoders';
import { framers } from '@/lib/core/decode/framers';
import { PROTOCOL_FIELDS } from '@/lib/core/redact/fields';
import { isKeptWord } from '@/lib/core/redact/words';
import type { Schema } from './canaries';

const names = new Set<string>();
const words = new Set<string>();
const seen = new Set<Schema>();

function visit(schema: Schema): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const {
    shape = {},
    innerType,
    in: input,
    element,
    options = [],
    entries = {},
    values = [],
    getter,
  } = schema._zod.def;
  for (const name of Object.keys(shape)) names.add(name);
  for (const word of [...Object.values(entries), ...values]) if (typeof word === 'string') words.add(word);
  const inner = [innerType, input, element, getter?.(), ...options, ...Object.values(shape)];
  for (const each of inner) if (each !== undefined) visit(each);
}

for (const [name, schema] of Object.entries(schemas)) {
  // The definition is not in the public types of the schema library.
  if (/^(EventSchemas|RunAgentInputSchema|MessageSchema)$/.test(name)) visit(schema as unknown as Schema);
}

test('every field of the protocol has a redaction', () => {
  expect([...names].length).toBeGreaterThan(50);
  expect([...names].filter((name) => !PROTOCOL_FIELDS.has(name))).toEqual([]);
});

test('every word of the protocol is known', () => {
  expect([...words].length).toBeGreaterThan(40);
  expect([...words].filter((word) => !isKeptWord(word))).toEqual([]);
});

// Framings redact carriers of events, and dialects their content: a new one of either needs a place in canaries.ts
// before it may stand here. Formats are all tried by canary.test.ts.
test('every framing and dialect is covered', () => {
  expect(framers.map(({ name }) => name)).toEqual(['sse', 'ndjson', 'proto', 'json-body', 'message']);
  expect(decoders.map(({ dialect }) => dialect)).toEqual([
    'ag-ui-1.0',
    'ag-ui-0.0',
    'ag-ui-draft',
    'snake-case',
    'tanstack',
    'copilotkit-debug',
    'phoenix',
    'socket-io',
    'envelope',
    'event-array',
    'cloudflare-agents',
    'hector',
    'hector-a2a',
    'a2a',
    'langgraph-platform',
    'vercel-ai',
    'openai',
    'anthropic',
  ]);
});
