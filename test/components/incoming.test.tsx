// Drops and pastes on the panel open a session; pastes into a field belong to the field.
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { importText } from '@/components/files/open';
import { actAndLoad, buttonIn, one, textsOf } from '../support/dom';
import { cutRecording } from '../support/exported';
import { sse } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleRun } from '../support/sessions';

let panel: TestPanel;
const BODY = sse(...sampleRun());

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
  // The panel is painted between two of them.
  while (!(typeof happened === 'function' ? happened() : isOver))
    await act(async () => {
      if (typeof happened !== 'function') panel.turns.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
    });
}

const shown = () => panel.workspace.current.value;
const hint = () => panel.container.querySelector('.drop-hint')?.textContent;

test('a pasted stream is opened, unless a field or a dialog has the focus', async () => {
  panel = await showPanel([]);
  const paste = () => handing('paste', { text: BODY }, 'clipboardData');
  await send(panel.container.querySelector('input') ?? panel.container, paste());
  expect(shown().name).toBeUndefined();
  await actAndLoad(() => void (panel.workspace.dialog.value = 'settings'));
  await send(document.body, paste());
  expect(shown().name).toBeUndefined();
  await actAndLoad(() => void (panel.workspace.dialog.value = undefined));
  await send(document.body, paste());
  expect(shown().name).toBe('pasted text');
  expect(shown().session.log.length).toBe(13);
});

test('a pasted text that is no recording is reported; an empty clipboard is ignored', async () => {
  panel = await showPanel([]);
  await send(document.body, handing('paste', { text: '  \n' }, 'clipboardData'));
  expect(panel.workspace.notice.value).toBeUndefined();
  await send(document.body, handing('paste', { text: 'Good morning!' }, 'clipboardData'));
  expect(panel.workspace.notice.value?.text).toMatch(/pasted text/);
});

const DAMAGED = cutRecording(BODY);

const dialog = () => panel.container.querySelector('dialog');
const paste = (text: string) => send(document.body, handing('paste', { text }, 'clipboardData'));
/** Presses a button of the dialog. */
const answer = (name: string) =>
  send(buttonIn(one(panel.container, 'dialog'), name), new MouseEvent('click', { bubbles: true }));

test('an opened file moves the focus from the list before to its own list', async () => {
  panel = await showPanel();
  const grid = () => panel.find('grid', 'Events');
  await act(() => grid().focus());
  for (const text of [BODY, DAMAGED]) {
    const before = grid();
    await paste(text);
    if (panel.workspace.dialog.value !== undefined) {
      await until(() => dialog() !== null);
      await answer('Open readable part');
    }
    expect(grid()).not.toBe(before);
    expect(document.activeElement).toBe(grid());
  }
  await panel.click('button', 'Back to live');
  expect(document.activeElement).toBe(grid());
  const filter = panel.find('searchbox', 'Filter');
  await act(() => filter.focus());
  const app = panel.container.querySelector('.app') ?? panel.container;
  await send(app, handing('drop', { files: [new File([BODY], 'a.sse')] }, 'dataTransfer'));
  expect(shown().name).toBe('a.sse');
  expect(document.activeElement).toBe(filter);
});

test('the file reader starts when an import is about to begin', async () => {
  let expected = 0;
  panel = await showPanel([], { host: { expectFile: () => expected++ } });
  await panel.click('button', 'Import');
  expect(expected).toBe(1);
  const over = (data: object) =>
    send(panel.container.querySelector('.app') ?? panel.container, handing('dragover', data, 'dataTransfer'));
  await over({ files: [] });
  expect(expected).toBe(2);
});

test('an opened file shows its detected format and content', async () => {
  panel = await showPanel([]);
  const preview = () => panel.container.textContent;
  await paste(BODY);
  expect(dialog()).toBeNull();
  expect(preview()).toMatch(
    /Viewing pasted text \(imported file\) Server-sent events \(body\) · 1 stream · 13 events/,
  );
  await paste(DAMAGED);
  await answer('Open readable part');
  expect(preview()).toMatch(/Recording · 1 stream · 13 events · 1 frame without an event · 1 gap/);
});

test('unreadable parts of a file are shown before it is opened', async () => {
  panel = await showPanel([]);
  await paste(BODY);
  const before = shown();
  await paste(DAMAGED);
  expect(shown()).toBe(before);
  expect(dialog()?.textContent).toMatch(
    /Could not be read.*Line 3 is invalid JSON.*Recording.*Streams1Events13Frames without an event1Gaps1/,
  );
  await answer('Cancel');
  expect(dialog()).toBeNull();
  expect(shown()).toBe(before);
  expect(panel.workspace.notice.value).toBeUndefined();
  for (const text of [': ping\n\n: ping\n\n', '{"hello": [1,2']) {
    await paste(text);
    expect(dialog()?.textContent).toMatch(/pasted text contains no event.*Events0/);
    expect(textsOf(panel.container, 'dialog button')).toEqual(['Cancel']);
    await answer('Cancel');
  }
  expect(shown()).toBe(before);
  expect(panel.workspace.notice.value).toBeUndefined();
});

test('a file is not reported as empty while the panel is too busy to read it', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const opening = importText(workspace, 'busy.sse', BODY, { asks: true });
  // The file is there, and no turn runs for longer than a preview waits.
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await act(async () => void (await vi.advanceTimersByTimeAsync(400)));
  vi.useRealTimers();
  expect(dialog()).toBeNull();
  await until(opening);
  expect(shown().name).toBe('busy.sse');
  expect(workspace.notice.value).toBeUndefined();
});

test('with the setting on, every file is previewed; another file replaces a waiting one', async () => {
  panel = await showPanel([]);
  await act(() => panel.workspace.settings.change({ isFileAsked: true }));
  const app = panel.container.querySelector('.app') ?? document.body;
  const drop = (name: string) =>
    send(app, handing('drop', { files: [new File([BODY], name)] }, 'dataTransfer'));
  await drop('one.sse');
  expect(dialog()?.textContent).toMatch(/one\.sse.*The whole file was read.*Server-sent events.*Events13/);
  expect(shown().name).toBeUndefined();
  await drop('two.sse');
  expect(dialog()?.getAttribute('aria-label')).toBe('Preview of two.sse');
  await answer('Open');
  expect(shown().name).toBe('two.sse');
  expect(dialog()).toBeNull();
  await drop('three.sse');
  const box = dialog()?.querySelector('input');
  await act(() => void box?.click());
  expect(panel.workspace.settings.values.value.isFileAsked).toBe(false);
  await act(() => void dialog()?.dispatchEvent(new Event('close')));
  expect(shown().name).toBe('two.sse');
});

test('a file that a script opens is not previewed, nor is a large one, whose first rows appear at once', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  await until(importText(workspace, 'script.agui.jsonl', DAMAGED));
  expect(shown().name).toBe('script.agui.jsonl');
  expect(workspace.notice.value?.text).toMatch(/Line 3 is invalid JSON/);
  const padding = `{"doc":"p","frame":0,"n":0,"records":[{"kind":"gap","t":0,"reason":"late","detail":"${'x'.repeat(5_000_000)}"}]}\n`;
  const [head, ...lines] = DAMAGED.split('\n');
  await until(
    importText(workspace, 'large.agui.jsonl', `${head}\n${padding}${lines.join('\n')}`, { asks: true }),
  );
  expect(shown().name).toBe('large.agui.jsonl');
  expect(workspace.notice.value?.text).toMatch(/Only a part of large\.agui\.jsonl/);
});

test('the panel shows the effect of a drop while a file is dragged over it', async () => {
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

test('several files become one session, whatever their names', async () => {
  panel = await showPanel([]);
  const files = [new File([BODY], 'run.sse'), new File([BODY], 'run.sse'), new File(['?'], 'note.txt')];
  await send(
    panel.container.querySelector('.app') ?? document.body,
    handing('drop', { files }, 'dataTransfer'),
  );
  expect(dialog()?.textContent).toMatch(/note\.txt is not in a format that can be imported/);
  await answer('Open readable part');
  expect(shown().name).toBe('run.sse and 2 more files');
  const { log, models } = shown().session;
  expect(log.length).toBe(26);
  expect([...models.newest().runs].map(({ status }) => status)).toEqual(['success', 'success']);
  await panel.click('tab', /^Run/);
  expect(panel.container.querySelector('dl')?.textContent).toMatch(/File.*run\.sse/);
});

test('a file that is closed while it is read reports nothing afterwards', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  const importing = importText(workspace, 'long.sse', BODY);
  await until(() => workspace.current.value.name === 'long.sse');
  expect(workspace.current.value.session.log.length).toBe(0);
  workspace.close();
  await until(importing);
  expect(workspace.current.value.name).toBeUndefined();
  expect(workspace.notice.value).toBeUndefined();
});

test('a return to the live session is kept although another file opens', async () => {
  panel = await showPanel([]);
  const { workspace } = panel;
  await until(importText(workspace, 'one.sse', BODY));
  const second = importText(workspace, 'two.sse', BODY);
  workspace.close();
  await until(second);
  expect(workspace.current.value.name).toBeUndefined();
});
