// The whole panel in a document of the test's own: what is on it is found by role and name, as people find it.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { mount } from '@/components/app/mount';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { Host } from '@/lib/panel/host';
import type { Session } from '@/lib/panel/session';
import { actAndLoad, pressKey, setValue } from './dom';
import { batchOf, sampleRun, whileRunning } from './sessions';
import { waitUntil } from './wait-until';
import { createTestHost, createTestWorkspace } from './workspace';

/** The roles that an element has by itself. */
const TAGS: Readonly<Record<string, string>> = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  combobox: 'select, [role=combobox]',
  searchbox: 'input[type=search]',
  textbox: 'input[type=text]',
  spinbutton: 'input[type=number]',
  slider: 'input[type=range], [role=slider]',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
};

function nameOf(element: Element): string {
  const label = element.closest('label');
  const text = element.getAttribute('aria-label') ?? (label ?? element).textContent ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

export interface TestPanel extends ReturnType<typeof createTestWorkspace> {
  readonly container: HTMLElement;
  /** The live session. */
  readonly session: Session;
  readonly host: ReturnType<typeof createTestHost>;
  /** The one element of a role and a name; throws where there is none. */
  find(role: string, name: string | RegExp): HTMLElement;
  /** Names of the elements of a role. */
  names(role: string): readonly string[];
  click(role: string, name: string | RegExp): Promise<void>;
  /** Lets the panel work until something is so. */
  until(isSo: () => boolean): Promise<void>;
  /** Appends batches to the live session. */
  feed(...batches: readonly IncomingBatch[]): Promise<void>;
  /** Types into a field, which has the focus then. */
  type(role: string, name: string | RegExp, text: string): Promise<HTMLInputElement>;
  /** Gives a field or a picker a value. */
  choose(role: string, name: string | RegExp, value: string): Promise<void>;
  press(target: Element, key: string, init?: KeyboardEventInit): Promise<void>;
  /** The text of the open view. */
  view(): string;
  remove(): void;
}

/** The element of a file's tests: in the document while one of them runs, and empty after it. */
export function testContainer(): HTMLElement {
  const container = document.createElement('div');
  beforeEach(() => document.body.replaceChildren(container));
  afterEach(() => render(null, container));
  return container;
}

/** Mounts a panel on a session of these batches. */
export async function mountPanel(
  container: HTMLElement,
  batches: readonly IncomingBatch[],
  {
    view,
    host = createTestHost(),
  }: { readonly view?: string; readonly host?: ReturnType<typeof createTestHost> } = {},
) {
  const made = createTestWorkspace(host);
  const { workspace, turns } = made;
  if (view !== undefined) workspace.view.value = view;
  await act(() => void mount(workspace, container));
  const { session } = workspace.current.value;
  const feed = (...more: readonly IncomingBatch[]) =>
    act(() => {
      session.reading.append(more);
      turns.run();
    });
  await feed(...batches);
  return { ...made, host, session, feed };
}

/** Mounts a panel on a session of these events, until the test is over. */
export async function showPanel(
  events: readonly object[] = sampleRun(),
  options: { readonly request?: object; readonly view?: string; readonly host?: Partial<Host> } = {},
): Promise<TestPanel> {
  const container = document.createElement('div');
  const remove = () => {
    render(null, container);
    container.remove();
  };
  onTestFinished(remove);
  document.body.replaceChildren(container);
  const batches = [batchOf(events, 0, options.request)];
  const made = await mountPanel(container, batches, { ...options, host: createTestHost(options.host) });
  const all = (role: string) => [
    ...container.querySelectorAll<HTMLElement>(`${TAGS[role] ?? `[role=${role}]`}`),
  ];
  const find = (role: string, name: string | RegExp) => {
    const found = all(role).find((each) =>
      typeof name === 'string' ? nameOf(each) === name : name.test(nameOf(each)),
    );
    if (found === undefined)
      throw new Error(`There is no ${role} ${name}, only ${all(role).map(nameOf).join(' | ')}.`);
    return found;
  };
  return {
    ...made,
    container,
    find,
    names: (role) => all(role).map(nameOf),
    until: (isSo) =>
      waitUntil(async () => {
        await act(() => whileRunning(made.turns, new Promise((resolve) => setImmediate(resolve))));
        if (!isSo()) throw new Error(`Timed out waiting for ${isSo}`);
      }),
    click: (role, name) => actAndLoad(() => find(role, name).click()),
    async type(role, name, text) {
      const field = find(role, name);
      if (!(field instanceof HTMLInputElement)) throw new Error(`${name} is no field.`);
      await act(() => {
        field.focus();
        field.value = text;
        if (field.type !== 'range' && field.type !== 'number')
          field.setSelectionRange(text.length, text.length);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      return field;
    },
    choose: (role, name, value) => setValue(find(role, name), value),
    press: pressKey,
    view: () => container.querySelector('[role=tabpanel]')?.textContent?.replace(/\s+/g, ' ') ?? '',
    remove,
  };
}
