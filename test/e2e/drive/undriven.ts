// Chromium as users have it: nothing is attached to its pages. What Playwright drives never loads a page ahead. Only a
// page of the extension is spoken to, and does the rest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Evaluate, expressionOf, until } from './browser';
import { chromiumPath, EXTENSION } from './paths';
import { createProfile } from './profile';

export interface Undriven {
  /** Runs a function in a page of the extension. */
  readonly evaluate: Evaluate;
  killBackground(): Promise<void>;
  close(): Promise<void>;
}

interface Target {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

interface Evaluated {
  readonly result: { readonly value: never };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

type Send = <R>(method: string, parameters?: object) => Promise<R>;

/** Speaks the protocol with one target, or with the browser. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result as never);
  });
  let id = 0;
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}

/** Starts Chromium with a fresh profile and the built extension. */
export async function startUndriven(): Promise<Undriven> {
  const profile = createProfile('undriven');
  const args = [
    `--user-data-dir=${profile.path}`,
    `--load-extension=${EXTENSION.chromium}`,
    '--remote-debugging-port=0',
    '--headless=new',
    '--no-first-run',
    '--no-sandbox',
    '--disable-gpu',
  ];
  const child = spawn(chromiumPath(), [...args, 'about:blank'], { stdio: 'ignore' });
  const portFile = join(profile.path, 'DevToolsActivePort');
  const [, port = '', path = ''] = await until(
    async () => (existsSync(portFile) && /^(\d+)\n(\S+)/.exec(readFileSync(portFile, 'utf8'))) || undefined,
    { what: 'Chromium to start' },
  );
  const at = `http://127.0.0.1:${port}/json`;
  const targets = async (): Promise<readonly Target[]> => (await fetch(`${at}/list`)).json();
  const worker = async () =>
    (await targets()).find(({ type, url }) => type === 'service_worker' && url.endsWith('/background.js'));
  const { url } = await until(worker, { what: 'the extension to start' });
  const own = url.replace('background.js', 'panel.html?file');
  const opened = await fetch(`${at}/new?${encodeURIComponent(own)}`, { method: 'PUT' });
  const { webSocketDebuggerUrl }: Target = await opened.json();
  const page = await connect(webSocketDebuggerUrl);
  const browser = await connect(`ws://127.0.0.1:${port}${path}`);
  const evaluate: Evaluate = async (run, ...given) => {
    const { result, exceptionDetails } = await page<Evaluated>('Runtime.evaluate', {
      expression: expressionOf(run, given),
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await until(() => evaluate(() => 'lens' in window), { what: 'the page of the extension' });
  return {
    evaluate,
    async killBackground() {
      const found = await worker();
      if (found) await browser('Target.closeTarget', { targetId: found.id });
    },
    async close() {
      const ended = once(child, 'exit');
      browser('Browser.close').catch(() => {});
      await ended;
      await profile.end();
    },
  };
}
