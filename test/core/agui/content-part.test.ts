// Parts of a content: every spelling is read, sizes are those of the bytes, what is no part stays as it is.
import { expect, test } from 'vitest';
import { base64Size, mediaOf, readPart, textOfContent } from '@/lib/core/agui/content-part';
import { toMarkdown as markdownParts } from '@/lib/core/agui/conversation-markdown';

const toMarkdown = (...args: Parameters<typeof markdownParts>) => [...markdownParts(...args)].join('');

test('reports the size in bytes', () => {
  for (const bytes of [0, 1, 2, 3, 100]) {
    expect(base64Size(Buffer.alloc(bytes).toString('base64'))).toBe(bytes);
  }
});

const PNG = { type: 'data', value: 'iVBO Rw0K\nGg==', mimeType: 'image/png' };

test.each([
  [
    { type: 'text', text: 'Hi' },
    { kind: 'text', text: 'Hi' },
  ],
  [
    { type: 'image', source: PNG },
    { kind: 'data', type: 'image', mime: 'image/png', base64: 'iVBORw0KGg==', size: 7 },
  ],
  [
    { type: 'image', source: { type: 'data', value: 'data:image/gif;charset=x;base64,AAAA' } },
    { kind: 'data', type: 'image', mime: 'image/gif', base64: 'AAAA', size: 3 },
  ],
  [
    { type: 'document', source: { type: 'file', value: 'file-1', provider: 'openai' } },
    { kind: 'reference', type: 'document', mime: '', ref: 'file-1', via: 'file', provider: 'openai' },
  ],
  [
    { type: 'document', metadata: { filename: 'a.pdf' }, source: { type: 'url', value: 'https://x/a' } },
    { kind: 'reference', type: 'document', mime: '', ref: 'https://x/a', via: 'url', name: 'a.pdf' },
  ],
  [
    { type: 'binary', mimeType: 'audio/wav', data: 'AAAA', filename: 'a.wav' },
    { kind: 'data', type: 'binary', mime: 'audio/wav', base64: 'AAAA', size: 3, name: 'a.wav' },
  ],
  [
    { type: 'image', url: 'https://x/a.png' },
    { kind: 'reference', type: 'image', mime: '', ref: 'https://x/a.png', via: 'url' },
  ],
  [
    { type: 'binary', mimeType: 'a/b', id: 'f1' },
    { kind: 'reference', type: 'binary', mime: 'a/b', ref: 'f1', via: 'id' },
  ],
])('reads the content part %j', (part, expected) => expect(readPart(part)).toEqual(expected));

test.each([
  [7],
  [{ type: 'image' }],
  [{ type: 'image', source: { type: 'data', value: '"><script>', mimeType: 'image/png' } }],
  [{ type: 'text', text: 3 }],
])('a value that is no part stays unchanged: %j', (part) => {
  expect(readPart(part)).toEqual({ kind: 'other', value: part });
});

test('only media types that run no code are shown as media', () => {
  expect(['image/png', 'audio/wav', 'video/mp4'].map(mediaOf)).toEqual(['image', 'audio', 'video']);
  for (const mime of ['image/svg+xml', 'text/html', '', 'image/png;x=y', 'audio/"x'])
    expect(mediaOf(mime), mime).toBeUndefined();
});

test('the text of a content names parts that are no text', () => {
  const parts = [
    { type: 'text', text: 'Look:' },
    { type: 'image', source: PNG },
    { type: 'video', source: { type: 'url', value: 'https://x/v' } },
  ];
  expect(textOfContent(parts)).toBe('Look:\n[image image/png, 7 bytes]\n[video: https://x/v]');
});

test('a conversation as Markdown has fences longer than those in its texts', () => {
  const calls = [{ id: 'c', type: 'function', function: { name: 'run', arguments: '{"a":1}' } }];
  const text = toMarkdown([
    { id: '1', role: 'user', content: 'Hi' },
    { id: '2', role: 'assistant', toolCalls: calls },
    { id: '3', role: 'tool', toolCallId: 'c', content: '```\nx\n```' },
  ]);
  expect(text).toContain('## user\n\nHi\n\n## assistant\n\nCalls `run` (c):\n\n```json\n{"a":1}\n```');
  expect(text).toContain('## tool, answer to c\n\n````\n```\nx\n```\n````\n');
});

test('a conversation as Markdown quotes reasoning and marks JSON results', () => {
  const text = toMarkdown([
    { id: '1', role: 'reasoning', content: 'First,\n\nthen.' },
    { id: '2', role: 'tool', toolCallId: 'c', content: '{"sky":"clear"}' },
  ]);
  expect(text).toContain('## reasoning\n\n> First,\n>\n> then.\n');
  expect(text).toContain('## tool, answer to c\n\n```json\n{"sky":"clear"}\n```\n');
});
