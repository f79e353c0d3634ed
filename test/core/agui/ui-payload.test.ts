// User interfaces that are sent as data are named by what is in them, or by the name that they travel under.
import { expect, test } from 'vitest';
import { uiSpecOf } from '@/lib/core/agui/ui-payload';

test.each([
  ['a2ui-surface', {}, 'A2UI'],
  ['render', { operations: [{ surfaceUpdate: { surfaceId: 's', components: [] } }] }, 'A2UI'],
  ['render', [{ version: 'v0.9', createSurface: { surfaceId: 's' } }], 'A2UI'],
  ['mcp-apps', {}, 'MCP-UI'],
  [
    'show',
    { content: [{ type: 'resource', resource: { uri: 'ui://cart/1', mimeType: 'text/html' } }] },
    'MCP-UI',
  ],
  ['open-json-ui', {}, 'Open-JSON-UI'],
  ['show', { type: 'open-json-ui', spec: { components: [] } }, 'Open-JSON-UI'],
  ['generateUserInterface', { description: 'A form', data: {}, output: {} }, 'generateUserInterface'],
  ['generate_user_interface', undefined, 'generateUserInterface'],
] as const)('%s with %j is %s', (name, payload, spec) => expect(uiSpecOf(name, payload)).toBe(spec));

test.each([
  ['PLAN', { steps: ['think'] }],
  ['search', { uri: 'https://x', type: 'resource' }],
  ['search', 'surfaceUpdate'],
  ['', null],
])('%s with %j is no UI payload', (name, payload) => expect(uiSpecOf(name, payload)).toBeUndefined());

test('only the beginning of a large payload is inspected', () => {
  const late = [...Array.from({ length: 1_000 }, () => ({})), { surfaceUpdate: {} }];
  expect(uiSpecOf('x', late)).toBeUndefined();
});
