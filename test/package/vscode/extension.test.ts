// The extension of VS Code: what the panel in its editor gets of a file, and when it starts again.
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeVscode } from './fake-vscode';

let fake: ReturnType<typeof createFakeVscode>;

beforeEach(async () => {
  fake = createFakeVscode('run.sse');
  vi.resetModules();
  vi.doMock('vscode', () => fake.vscode);
  const { activate } = await import('@/lib/package/vscode/extension');
  // It uses no more of the context.
  activate(fake.context as never);
  await fake.write('one');
  await fake.open('ag-ui-lens.stream');
});

const shown = () => fake.pages.map(({ messages }) => messages);
const part = (bytes: string) => ({ name: 'run.sse', bytes });

test('the editor sends the file when the panel asks, and later its appended part', async () => {
  expect(shown()).toEqual([[]]);
  await fake.send({ kind: 'ready' });
  await fake.write('one two');
  await fake.write('one two');
  expect(shown()).toEqual([[part('one'), part(' two')]]);
});

test.each(['two', 'on', 'other and longer', ''])(
  'the editor starts again for other content: "%s"',
  async (text) => {
    await fake.send({ kind: 'ready' });
    await fake.write(text);
    await fake.send({ kind: 'ready' });
    await fake.write(`${text}!`);
    expect(shown()).toEqual([[part('one')], [part(text), part('!')]]);
    const [before, after] = fake.pages;
    expect(before?.html).not.toBe(after?.html);
  },
);

test('the editor writes saved files beside the opened file', async () => {
  await fake.send({ kind: 'save', name: 'report.html', bytes: new TextEncoder().encode('text').buffer });
  expect(fake.files.get('/folder/report.html')?.toString()).toBe('text');
});

test('a file that is too long is reported, and a closed editor watches no file', async () => {
  fake.setSize(2 ** 29 + 1);
  await fake.send({ kind: 'ready' });
  expect(fake.errors).toEqual(['run.sse: The file is longer than 512 MiB. Show it with lens open.']);
  fake.close();
  expect(fake.errors.at(-1)).toBe('The watcher has ended.');
});

test('the panel may load its own files only, and runs one script', () => {
  const [page] = fake.pages;
  expect(fake.webview.options).toMatchObject({ localResourceRoots: [{ path: '/extension/dist' }] });
  const [, nonce] = /script-src 'nonce-([^']+)';/.exec(page?.html ?? '') ?? [];
  expect(page?.html).toContain(
    `<script nonce="${nonce}" src="https://file%2B.vscode-cdn.net/extension/dist/report.js">`,
  );
});
