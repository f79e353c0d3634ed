// @vitest-environment happy-dom
// The share dialog: redacted unless somebody says otherwise, shown before it leaves, and asking where it finds secrets.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { importText } from '@/components/files/open';
import { showPanel, type TestPanel } from '../support/panel';
import { events } from '../support/stream-text';

const CARD = '4111 1111 1111 1111';
const TALK = events(`run r1 · text m1 "My card is ${CARD}" · state {"city":"Paris"} · end`);

/** Lets the module of the dialog load, and the file be made. */
async function settle({ turns }: TestPanel, isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isDone(); turn++) {
    await act(async () => {
      turns.run();
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
}

async function shared(talk = TALK): Promise<{
  panel: TestPanel;
  saved(): Promise<readonly { name: string; text: string }[]>;
  choose(label: string, value: string): Promise<void>;
}> {
  const panel = await showPanel(TALK);
  const isReady = () => panel.container.querySelector('.share-preview') !== null;
  // A file can be read again.
  await act(async () => {
    let isOpen = false;
    const opened = importText(panel.workspace, 'talk.json', JSON.stringify(talk)).finally(() => {
      isOpen = true;
    });
    const isReading = () => panel.workspace.current.value.session.reading.progress.value !== undefined;
    // A large file comes in many pieces.
    for (let turn = 0; turn < 20 || !isOpen || isReading(); turn++) {
      panel.turns.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await opened;
  });
  await panel.click('button', 'Share');
  await settle(panel, isReady);
  return {
    panel,
    async saved() {
      await panel.host.written();
      return panel.host.saved;
    },
    async choose(label, value) {
      const select = [...panel.container.querySelectorAll('select')].find((each) =>
        each.closest('label')?.textContent?.startsWith(label),
      );
      if (select === undefined) throw new Error(`There is nothing to choose called ${label}.`);
      await act(() => {
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await settle(panel, isReady);
    },
  };
}

const preview = ({ container }: TestPanel): string =>
  container.querySelector('.share-preview')?.textContent ?? '';

test('what leaves is redacted, and is what was shown', async () => {
  const { panel, saved } = await shared();
  expect(panel.find('dialog', 'Share').textContent).toMatch(/6 events in 1 stream,/);
  const shown = preview(panel);
  expect(shown).not.toMatch(/card|Paris/);
  await panel.click('button', 'Save');
  const [file, ...others] = await saved();
  expect(others).toEqual([]);
  expect(file?.text.startsWith(shown)).toBe(true);
  expect(file?.text).not.toMatch(/4111|Paris|card/);
  expect(file?.name).toMatch(/^agui-.*\.agui\.jsonl$/);
});

test('full: what looks like a secret is listed, and has to be confirmed', async () => {
  const { panel, saved, choose } = await shared();
  await choose('Redaction', 'full');
  expect(panel.find('dialog', 'Share').textContent).toMatch(
    /card number in event 2: 4111… \(19 characters\)/,
  );
  expect(panel.find('button', 'Save').hasAttribute('disabled')).toBe(true);
  await panel.click('checkbox', /I checked these values/);
  await panel.click('button', 'Save');
  expect((await saved())[0]?.text).toContain(CARD);
});

test('full: what is too long to be looked through is not called clean, and has to be confirmed', async () => {
  const long = [...TALK.slice(0, 1), { type: 'CUSTOM', name: 'x', value: 'x '.repeat(8_500_000) }];
  const { panel, choose } = await shared(long);
  await choose('Redaction', 'full');
  const dialog = panel.find('dialog', 'Share');
  expect(dialog.textContent).toContain('Too long to check completely');
  expect(dialog.textContent).not.toContain('No keys, tokens');
  expect(panel.find('button', 'Save').hasAttribute('disabled')).toBe(true);
  await panel.click('checkbox', /I checked these values/);
  expect(panel.find('button', 'Save').hasAttribute('disabled')).toBe(false);
});

test('what the filter shows is all that it finds, also where it is still looking', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ type: 'CUSTOM', name: `x${n}`, value: n }));
  const { panel, choose } = await shared([...TALK.slice(0, 1), ...many]);
  const { filter } = panel.workspace.current.value.session;
  await act(() => {
    filter.text.value = 'type:CUSTOM';
  });
  expect(filter.matches.peek().complete).toBe(false);
  await choose('Content', 'filter');
  expect(panel.find('dialog', 'Share').textContent).toMatch(/\b5,000 events in 1 stream/);
});

test('a run is shared without the others that have its id, under the name that it has on screen', async () => {
  const long = (text: string) =>
    events(`run r1 · text m1 "${text}" · end`).map((event) =>
      'runId' in event ? { ...event, runId: 'r'.repeat(60_000) } : event,
    );
  const { panel, choose } = await shared([...long('First'), ...long('Second')]);
  await choose('Format', 'openai-chat');
  await choose('Redaction', 'full');
  await choose('Content', 'run');
  expect(preview(panel)).toContain('Second');
  expect(preview(panel)).not.toContain('First');
  const [name = ''] = [...panel.container.querySelectorAll('option[value=run]')].map(
    (each) => each.textContent,
  );
  expect(name).toMatch(/^This run: #2 /);
  expect(name.length).toBeLessThan(200);
});

test('a file that is shown as a whole is not called a part, whatever its letters', async () => {
  const { panel, choose } = await shared(events(`run r1 · text m1 "${'ü€😀'.repeat(20)}" · end`));
  await choose('Format', 'ndjson-file');
  await choose('Redaction', 'full');
  expect(preview(panel)).toContain('😀');
  expect(panel.find('dialog', 'Share').textContent).not.toContain('First part of');
});

test('choose: a path that is ticked is kept, nothing else', async () => {
  const { panel, choose } = await shared();
  await choose('Format', 'json-array');
  await choose('Redaction', 'choose');
  expect(preview(panel)).not.toContain('Paris');
  await panel.click('checkbox', 'STATE_SNAPSHOT/snapshot/city');
  await settle(panel, () => preview(panel).includes('Paris'));
  expect(preview(panel)).toContain('"city":"Paris"');
  expect(preview(panel)).not.toContain('card');
});

test('choose: where there are more places than are listed, that is said', async () => {
  const state = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n])));
  const { panel, choose } = await shared(events(`run r1 · state ${state} · end`));
  await choose('Redaction', 'choose');
  const places = panel.find('checkbox', 'STATE_SNAPSHOT/snapshot/key0').closest('ul')?.children;
  expect(places).toHaveLength(61);
  expect(places?.[60]?.textContent).toMatch(/… and more/);
});

test('a part: one event, as it is written in another format', async () => {
  const { panel, choose } = await shared();
  await choose('Format', 'ndjson-file');
  await choose('Content', 'event');
  expect(preview(panel).trim().split('\n')).toHaveLength(1);
});
