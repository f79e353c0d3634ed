// What is dropped on the panel or pasted into it is opened; what is pasted into a field is the field's.
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { importText } from '@/components/files';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleRun } from '../support/sessions';

let panel: TestPanel;
afterEach(() => panel.remove());

const BODY = sampleRun()
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join('');

/** An event of the browser that hands something over. */
function handing(type: string, data: { text?: string; files?: readonly File[] }, member: string): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const transfer = {
    files: data.files ?? [],
    types: data.files === undefined ? ['text/plain'] : ['Files'],
    getData: () => data.text ?? '',
  };
  Object.defineProperty(event, member, { value: transfer });
  return event;
}

async function send(target: Element, event: Event): Promise<void> {
  await act(async () => {
    target.dispatchEvent(event);
    for (let turn = 0; turn < 20; turn++) {
      panel.turns.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
}

/** Lets the panel work until something has happened. */
async function until(happened: Promise<void> | (() => boolean)): Promise<void> {
  let isOver = false;
  if (typeof happened !== 'function') void happened.then(() => (isOver = true));
  await act(async () => {
    while (!(typeof happened === 'function' ? happened() : isOver)) {
      if (typeof happened !== 'function') panel.turns.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
}

const shown = () => panel.workspace.shown.value;
const hint = () => panel.container.querySelector('.drop-hint')?.textContent;

test('a stream that is pasted is opened, but not over a field or a dialog', async () => {
  panel = await showPanel([]);
  const paste = () => handing('paste', { text: BODY }, 'clipboardData');
  await send(panel.container.querySelector('input') ?? panel.container, paste());
  expect(shown().name).toBeUndefined();
  await act(() => {
    panel.workspace.dialog.value = 'settings';
  });
  await send(document.body, paste());
  expect(shown().name).toBeUndefined();
  await act(() => {
    panel.workspace.dialog.value = undefined;
  });
  await send(document.body, paste());
  expect(shown().name).toBe('pasted text');
  expect(shown().session.log.length).toBe(13);
});

test('what is pasted and is nothing is a sentence; an empty clipboard is nothing', async () => {
  panel = await showPanel([]);
  await send(document.body, handing('paste', { text: '  \n' }, 'clipboardData'));
  expect(panel.workspace.notice.value).toBeUndefined();
  await send(document.body, handing('paste', { text: 'Good morning!' }, 'clipboardData'));
  expect(panel.workspace.notice.value?.text).toMatch(/pasted text/);
});

test('what was opened is told: what it was read as, and what is in it', async () => {
  panel = await showPanel([]);
  const told = () => panel.container.textContent;
  await send(document.body, handing('paste', { text: BODY }, 'clipboardData'));
  expect(told()).toMatch(
    /Viewing pasted text \(imported file\) Server-sent events \(body\) · 1 stream · 13 events/,
  );
  const damaged = `{"format":"ag-ui-lens","version":1}\n${JSON.stringify({
    doc: 'd',
    frame: 0,
    n: 0,
    records: [
      { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'http://a/', method: 'POST' },
      { kind: 'chunk', t: 1, stream: 1, text: `data: {"ty\n\n${BODY}` },
    ],
  })}\n{"doc":`;
  await send(document.body, handing('paste', { text: damaged }, 'clipboardData'));
  expect(told()).toMatch(/Recording · 1 stream · 13 events · 1 frame without an event · 1 gap/);
});

test('while something is dragged over the panel it says what dropping does', async () => {
  panel = await showPanel([]);
  const app = panel.container.querySelector('.app') ?? document.body;
  const files = [new File([BODY], 'run.sse')];
  expect(hint()).toBeUndefined();
  await send(app, handing('dragover', { files }, 'dataTransfer'));
  expect(hint()).toBe('Drop to open');
  await send(app, new Event('dragleave', { bubbles: true }));
  expect(hint()).toBeUndefined();
  await send(app, handing('dragover', { files }, 'dataTransfer'));
  await send(app, handing('drop', { files }, 'dataTransfer'));
  expect(hint()).toBeUndefined();
  expect(shown().name).toBe('run.sse');
  expect(shown().session.log.length).toBe(13);
});

test('several files become one session, whatever their names are', async () => {
  panel = await showPanel([]);
  const files = [new File([BODY], 'run.sse'), new File([BODY], 'run.sse'), new File(['?'], 'note.txt')];
  await send(
    panel.container.querySelector('.app') ?? document.body,
    handing('drop', { files }, 'dataTransfer'),
  );
  expect(shown().name).toBe('run.sse and 2 more files');
  const { log, models } = shown().session;
  expect(log.length).toBe(26);
  expect([...models.newest().runs].map(({ status }) => status)).toEqual(['success', 'success']);
  expect(panel.workspace.notice.value?.text).toMatch(/note\.txt is not in a format that can be imported/);
});

test('of a file that is closed while it is read, nothing is said afterwards', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  const importing = importText(workspace, 'long.sse', BODY);
  await until(() => workspace.shown.value.name === 'long.sse');
  expect(workspace.shown.value.session.log.length).toBe(0);
  workspace.close();
  await until(importing);
  expect(workspace.shown.value.name).toBeUndefined();
  expect(workspace.notice.value).toBeUndefined();
});

test('who goes back to the live session while another file is opened stays there', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  await until(importText(workspace, 'one.sse', BODY));
  const second = importText(workspace, 'two.sse', BODY);
  workspace.close();
  await until(second);
  expect(workspace.shown.value.name).toBeUndefined();
});
