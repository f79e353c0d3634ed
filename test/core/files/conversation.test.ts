// The conversation for people and for models: it contains every message.
import { expect, test } from 'vitest';
import { markdown } from '@/lib/core/files/markdown';
import { openaiChat } from '@/lib/core/files/openai-chat';
import { batchOf, exported } from '../../support/exported';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const IMAGE = { type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } };
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } } };
const REQUEST = {
  threadId: 't_1',
  runId: 'r',
  messages: [{ id: 'u', role: 'user', content: [{ type: 'text', text: 'Look:' }, IMAGE] }],
  tools: [{ name: 'weather', description: 'The weather', parameters: PARAMETERS }],
};
const EVENTS = events(String.raw`
  run r on t_1 · think th "Hm.\nRain?" · tool c weather "{\"city\":" "\"Bern\"}" · result c "{\"sky\":\"clear\"}"
  text b "Clear." · error "boom\n# no heading" E_1
`);
const BATCHES = [batchOf(sseRecords(EVENTS, REQUEST))];

test('markdown: threads, roles, thoughts, calls with arguments and results, errors', () => {
  expect(exported(markdown, BATCHES)).toBe(`# Thread t\\_1

## user

Look:
[image image/png, 3 bytes]

## reasoning

> Hm.
> Rain?

## assistant

Calls \`weather\` (c):

\`\`\`json
{"city":"Bern"}
\`\`\`

## tool, answer to c

\`\`\`json
{"sky":"clear"}
\`\`\`

## assistant

Clear.

## Runs that did not finish

- Run 1 (r): failed: boom \\# no heading (E\\_1)
`);
});

test('openai: messages with their parts and calls, and the tools that were declared', () => {
  expect(JSON.parse(exported(openaiChat, BATCHES))).toEqual({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
        ],
      },
      { role: 'tool', content: '{"sky":"clear"}', tool_call_id: 'c' },
      { role: 'assistant', content: 'Clear.' },
    ],
    tools: [
      { type: 'function', function: { name: 'weather', description: 'The weather', parameters: PARAMETERS } },
    ],
  });
});

test('each thread has its own part', () => {
  const other = sseRecords(
    EVENTS.map((event) => ('threadId' in event ? { ...event, threadId: 't2' } : event)),
    { ...REQUEST, threadId: 't2' },
  );
  const batches = [...BATCHES, batchOf(other, 'e')];
  expect(exported(markdown, batches).match(/^# Thread .*$/gm)).toEqual(['# Thread t\\_1', '# Thread t2']);
  expect(exported(openaiChat, batches).trimEnd().split('\n')).toHaveLength(2);
});

test.each([
  ['markdown', markdown],
  ['openai', openaiChat],
])('%s: an empty conversation gives a sentence', (_name, format) => {
  expect(exported(format, [])).toMatch(/^There is no \w+ in this session\.$/);
});
