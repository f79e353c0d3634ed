// A browser for stories, the same for Chromium and Firefox. Only the drivers know the difference.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from './profile';

/** A value that crosses into a page and back. */
export type Sent = null | boolean | number | string | readonly Sent[] | { readonly [key: string]: Sent };

/** Runs a function in a document. The function is sent as text: it must not use anything around it. */
export type Evaluate = <A extends readonly Sent[], R>(
  run: (...args: A) => R | Promise<R>,
  ...args: A
) => Promise<R>;

export interface LaunchOptions {
  readonly headless?: boolean;
  readonly dark?: boolean;
  /** Width and height of the window. */
  readonly size?: readonly [width: number, height: number];
  readonly dock?: DockSide;
  /** Offer the tour, as a user sees it at first. */
  readonly hasTour?: boolean;
  /** Start without the extension, to measure what it costs. */
  readonly bare?: boolean;
  /** Folder of another extension than the built one. */
  readonly extension?: string;
  /** Start on an existing profile; its creator ends it. */
  readonly profile?: Profile;
  /** Let the extension run in private windows; no browser does by itself. */
  readonly inPrivate?: boolean;
  /** Sites beyond those of the start that will be granted, as match patterns. */
  readonly grantable?: readonly string[];
  /** File for every request to the network, see `readRequests`; complete once the browser was closed. */
  readonly requestsTo?: string;
}

/** DevTools' position. */
export type DockSide = 'bottom' | 'right' | 'undocked';

/** A running browser with the extension in it. */
export interface Browser {
  readonly name: 'chromium' | 'firefox';
  readonly version: string;
  /** Origin of the extension's own pages. */
  readonly origin: string;
  /** The tab that the browser started with. */
  readonly tab: Tab;
  newTab(): Promise<Tab>;
  /** Opens a page in a private window; the result is the extension's number of the tab, if it may know. */
  openPrivate(url: string): Promise<number | undefined>;
  /** Ends the extension's background the way the browser does when it is idle. */
  killBackground(): Promise<void>;
  /** Runs in the extension's background; Chromium only. */
  readonly inBackground?: Evaluate;
  /** Loads the extension again, as an update does; its pages are closed. */
  reloadExtension(): Promise<void>;
  /** The user lets the extension read a site, one of `grantable`. */
  grant(site: string): Promise<void>;
  /** The user takes a site back. */
  revoke(site: string): Promise<void>;
  /** Ends the browser with SIGKILL, all of it at once. */
  kill(): Promise<void>;
  /** Resolves when the browser has gone, for any reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  evaluate: Evaluate;
  /** The extension's own number of the tab. */
  id(): Promise<number>;
  /** Opens the browser's DevTools on this tab with the extension's panel selected. */
  openPanel(): Promise<Panel>;
  /** CPU time of the page's main thread so far, milliseconds. */
  cpuMs(): Promise<number>;
  /**
   * CPU time of each task of the page's main thread during some work, milliseconds; only Chromium can. The work
   * evaluates by what it is given: `evaluate` itself puts a script of the driver into each document, for over 100 ms.
   */
  tasks(work: (evaluate: Evaluate) => Promise<void>): Promise<number[]>;
  screenshot(path: string): Promise<void>;
  /** Gives the page another size, pixels; only Chromium can. */
  resize(width: number, height: number): Promise<void>;
  /** Shows pages in the few colours of a high-contrast theme; only Chromium can. */
  forceColors(on: boolean): Promise<void>;
  /** The page for a screen reader: roles and names as a tree; Chromium only. */
  roles(): Promise<string>;
  /** Every document from now on has a function under a global name, before anything runs; only Chromium can. */
  prepare(name: string, made: (texts: object) => void): Promise<void>;
  close(): Promise<void>;
  /** Ends the process of the page's document. */
  crash(): Promise<void>;
}

/** The whole accessible name of an element, or a pattern. */
export type Name = string | RegExp;

/** The extension's panel in the browser's real DevTools. */
export interface Panel {
  evaluate: Evaluate;
  /** Number of visible elements of a role and name. */
  count(role: string, name?: Name): Promise<number>;
  /** Texts of the elements with this role and name. */
  texts(role: string, name?: Name): Promise<readonly string[]>;
  attribute(role: string, name: Name, attribute: string): Promise<string | null>;
  /** Clicks with the mouse in the middle of the first such element, once there is one. */
  click(role: string, name: Name): Promise<void>;
  /** Presses a key, or keys held together: `ArrowDown`, `Shift+ArrowDown`. */
  press(keys: string): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Chooses a file in the panel's own file input, as the dialog behind Import would. */
  upload(name: string, text: string): Promise<void>;
  /** The text of the file that the action makes the browser download. */
  download(action: () => Promise<void>): Promise<string>;
  /** Gives the panel another size inside of DevTools, pixels; all the room there is without one. */
  resize(width?: number, height?: number): Promise<void>;
  /** The whole of DevTools as it looks. */
  screenshot(path: string): Promise<void>;
  /** Brings the extension's pane in Elements to the front. */
  openElementsPane(): Promise<Pick<Panel, 'evaluate'>>;
  /** Closes DevTools. */
  close(): Promise<void>;
}

/** Waits until a value comes that is not undefined or false; failures of the attempt count as "not yet". */
export async function until<T>(
  attempt: () => Promise<T | undefined | false>,
  { what, timeoutMs = 30_000 }: { readonly what: string; readonly timeoutMs?: number },
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await attempt();
      if (value !== undefined && value !== false) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms for ${what}.`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs in the panel: puts a file into its file input. Dialogs are the browser's own and cannot be driven. */
export function chooseFile(name: string, text: string): void {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('The panel has no file input.');
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the panel after clicks and keys: resolves once their effect is drawn. */
export function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A panel that is not on screen has no frames.
    setTimeout(resolve, 500);
  });
}

/** The text of the first file that comes into a folder of downloads while the action runs. */
export async function downloadInto(folder: string, action: () => Promise<void>): Promise<string> {
  const before = new Set(readdirSync(folder));
  await action();
  return until(
    async () => {
      const [file] = readdirSync(folder).filter(
        (name) => !before.has(name) && !/\.(part|crdownload)$/.test(name),
      );
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
      return text !== '' && text;
    },
    { what: 'a downloaded file' },
  );
}

/** The expression that runs a function with its arguments in another document. */
export function expressionOf(run: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(${sourceOf(run)})(...${JSON.stringify(args)})`;
}

/** The source of a function for another document. */
export function sourceOf(run: (...args: never[]) => unknown): string {
  // tsx wraps inner functions in a helper named __name, which the other side does not have.
  return `((__name) => (${run.toString()}))((f) => f)`;
}

/** The first number of a browser's version. */
export const majorOf = ({ version }: Browser): number => Number.parseInt(version, 10);

/** Chromium 120 drops some pages that it reports as kept, without freezing them; 150 does not. */
export const dropsPages = (browser: Browser): boolean =>
  browser.name === 'chromium' && majorOf(browser) < 150;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Runs beside the element that holds the panel: gives it a size, and returns the one that it has then. */
export function resizeElement(
  element: HTMLElement,
  { width, height }: { readonly [side in keyof Size]?: Size[side] | undefined },
): Size {
  const { style } = element;
  style.flex = width === undefined ? '' : 'none';
  style.width = width === undefined ? '' : `${width}px`;
  style.height = height === undefined ? '' : `${height}px`;
  return { width: element.clientWidth, height: element.clientHeight };
}

/** Waits until a panel has the size of its element, which is in another process. */
export async function untilResized(evaluate: Evaluate, { width, height }: Size): Promise<void> {
  const hasSize = () => evaluate((w, h) => innerWidth === w && innerHeight === h, width, height);
  await until(hasSize, { what: 'the panel to have its size' });
}
