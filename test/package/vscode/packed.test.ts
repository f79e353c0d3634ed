// The archive of the extension of VS Code: its manifest names what is in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { packEditor } from '../../pack/vscode';
import { temporaryFolder } from '../../support/command';
import { createFakeVscode } from './fake-vscode';

const folder = temporaryFolder();
let files: Readonly<Record<string, Uint8Array>>;
beforeAll(async () => {
  files = unzipSync(readFileSync(await packEditor(folder)));
});

const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
const manifest = () => JSON.parse(text('extension/package.json'));

test('the manifests name existing files', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  const { main, browser, icon } = manifest();
  const described = text('extension.vsixmanifest');
  expect(manifest().version).toBe(version);
  expect(described).toContain(`Version="${version}"`);
  const named = [...described.matchAll(/(?:Path="|<Icon>|<License>)([^"<]+)/g)].map(([, path]) => path);
  const own = [main, browser, icon].map((path) => join('extension', path).replaceAll('\\', '/'));
  expect(Object.keys(files)).toEqual(expect.arrayContaining([...named, ...own]));
  const endings = [...text('[Content_Types].xml').matchAll(/Extension="([^"]+)"/g)].map(([, end]) => end);
  expect(endings).toEqual(
    expect.arrayContaining(
      Object.keys(files)
        .filter((path) => path !== '[Content_Types].xml')
        .map((path) => path.slice(path.lastIndexOf('.'))),
    ),
  );
});

test('the packed script has an editor of each type, whose page names files of the archive', async () => {
  const fake = createFakeVscode('run.sse');
  const module = { exports: {} as { activate(context: object): void } };
  const load = (name: string) => (name === 'vscode' ? fake.vscode : expect.unreachable(name));
  new Function('module', 'exports', 'require', text('extension/dist/extension.js'))(
    module,
    module.exports,
    load,
  );
  module.exports.activate(fake.context);
  const types = manifest().contributes.customEditors.map(({ viewType }: { viewType: string }) => viewType);
  expect([...fake.providers.keys()]).toEqual(types);
  await fake.open(types[0]);
  const loaded = [...(fake.pages[0]?.html ?? '').matchAll(/(?:src|href)="https:[^"]*?\/(extension[^"]+)"/g)];
  expect(loaded.map(([, path]) => path).sort()).toEqual([
    'extension/dist/report.css',
    'extension/dist/report.js',
  ]);
  for (const [, path = ''] of loaded) expect(files[path]?.length).toBeGreaterThan(1000);
});
