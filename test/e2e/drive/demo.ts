// The demo page and the panel seen from a story: send messages, wait until both agree.
import type { Message } from '@ag-ui/core';
import { agents } from '../../harness/agents';
import type { DemoEvent } from '../../harness/agents/agent';
import type { DemoTransport } from '../../harness/transports';
import { type Panel, type Tab, until } from './browser';

/** Demo page options. */
export interface Visit {
  readonly agent?: string;
  readonly transport?: DemoTransport;
  /** Milliseconds between two events. */
  readonly pace?: number;
  /** Sent as soon as the page has loaded. */
  readonly say?: string;
}

/** Data to compare an app and the panel. */
export interface Account {
  readonly messages: readonly { readonly id: string; readonly role: string }[];
  readonly state: unknown;
}

export function demoUrl(
  server: string,
  { agent = 'chat', transport = 'sse', pace, say }: Visit = {},
): string {
  const query = new URLSearchParams({ agent, transport });
  if (pace !== undefined) query.set('pace', String(pace));
  if (say !== undefined) query.set('say', say);
  return `${server}/?${query}`;
}

/** Sends messages one after the other and waits for the answers. */
export async function converse(tab: Tab, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await tab.evaluate((words) => window.demo.run(words), text);
}

export function accountOfPage(tab: Tab): Promise<Account> {
  // Through JSON, as everything that the panel can know.
  return tab.evaluate((): Account => {
    const { demo } = window;
    return JSON.parse(JSON.stringify({ messages: demo.messages(), state: demo.state() ?? null }));
  });
}

export function accountOfPanel(panel: Panel): Promise<Account> {
  return panel.evaluate(async (): Promise<Account> => {
    // Events are listed before they are folded.
    await lens.settled();
    return JSON.parse(JSON.stringify({ messages: lens.messages(), state: lens.state() ?? null }));
  });
}

/** The events that the demo server has sent to the page so far, made again from the requests. */
export async function expectedEvents(tab: Tab, agentName = 'chat'): Promise<DemoEvent[]> {
  const agent = agents.find(({ name }) => name === agentName);
  if (!agent) throw new Error(`There is no agent named ${agentName}.`);
  const inputs = await tab.evaluate(() => window.demo.inputs());
  return inputs.flatMap((input) => [...agent.run(input)]);
}

/** Opens a file in the panel, and waits until it is what is shown: what was there may look the same. */
export async function openFile(panel: Panel, name: string, text: string): Promise<void> {
  await panel.upload(name, text);
  const isShown = (file: string) => document.body.innerText.includes(`Viewing ${file} (imported file`);
  await until(() => panel.evaluate(isShown, name), { what: `${name} to be shown` });
}

/** Types of the events in the panel, once it has at least `count`. */
export async function panelEvents(panel: Panel, count: number): Promise<readonly string[]> {
  await until(() => panel.evaluate((wanted) => lens.length >= wanted, count), {
    what: `${count} events in the panel`,
  });
  return panel.evaluate(async () => {
    await lens.settled();
    return lens.events().map(({ type }) => type);
  });
}

/** Newest message of the page as text. */
export async function lastMessage(tab: Tab): Promise<string> {
  const message: Message | undefined = await tab.evaluate(() => window.demo.messages().at(-1));
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content ?? null);
}

/** The name of a level in the export dialog. */
export type ExportLevel = 'Hide secrets only' | 'Placeholders' | 'Choose' | 'Everything';

/** Waits until the export dialog has made its file. */
export async function exportMade(panel: Panel): Promise<void> {
  await until(() => panel.evaluate(() => document.querySelector('dialog.export .export-facts') !== null), {
    what: 'a file to preview',
  });
  await until(() => panel.evaluate(() => document.querySelector('dialog.export progress') === null), {
    what: 'the file to be written',
  });
}

/** Opens the export dialog and chooses. */
export async function openExport(panel: Panel, format: RegExp, level: ExportLevel): Promise<void> {
  await panel.click('button', 'Export');
  await until(() => panel.evaluate(() => document.querySelector('dialog.export select') !== null), {
    what: 'the export dialog',
  });
  await panel.evaluate((source) => {
    const select = document.querySelector<HTMLSelectElement>('dialog.export select');
    const option = [...(select?.options ?? [])].find(({ label }) => new RegExp(source).test(label));
    if (select === null || option === undefined) throw new Error(`There is no format ${source}.`);
    select.value = option.value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, format.source);
  // The dialog is centered: it moves as long as the preview of this format is not there.
  await exportMade(panel);
  await panel.click('radio', level);
  await exportMade(panel);
}

/** Exports the session, and returns the text of the file. */
export async function exported(
  panel: Panel,
  format: RegExp,
  level: ExportLevel = 'Everything',
): Promise<string> {
  await openExport(panel, format, level);
  return panel.download(() => panel.click('button', 'Download'));
}
