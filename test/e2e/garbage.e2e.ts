// Garbage from a server, over every path: the page gets it untouched, the panel stays alive and shows something.
import { garbage } from '../harness/garbage';
import type { Panel, Tab } from './drive/browser';
import { accountOfPage, accountOfPanel, converse, expectedEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

const PATHS = ['fetch', 'xhr', 'event-source', 'web-socket'] as const;

/** Reads a bad answer in the page; gives how much the page got of it, in characters. */
function provoke(tab: Tab, path: (typeof PATHS)[number], name: string): Promise<number> {
  return tab.evaluate(
    async (how, what) => {
      const url = `/garbage/${what}`;
      const body = JSON.stringify({ threadId: 'garbage', runId: 'r', messages: [], tools: [], context: [] });
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      if (how === 'fetch') {
        const response = await fetch(url, { method: 'POST', headers, body });
        return (await response.text()).length;
      }
      return new Promise<number>((resolve) => {
        let length = 0;
        if (how === 'xhr') {
          const request = new XMLHttpRequest();
          request.open('POST', url);
          request.setRequestHeader('content-type', 'application/json');
          request.onloadend = () => resolve(request.responseText.length);
          request.send(body);
        } else if (how === 'event-source') {
          const source = new EventSource(url);
          source.onmessage = ({ data }) => void (length += String(data).length);
          source.onerror = () => {
            source.close();
            resolve(length);
          };
        } else {
          const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${url}/socket`);
          socket.onopen = () => socket.send(body);
          socket.onmessage = ({ data }) => void (length += typeof data === 'string' ? data.length : 1);
          socket.onclose = () => resolve(length);
        }
      });
    },
    path,
    name,
  );
}

function watchErrors(panel: Panel): Promise<void> {
  return panel.evaluate(() => {
    const seen: string[] = [];
    // A script of Firefox's driver has a global of its own; only the window stays.
    Object.assign(window, { seenErrors: seen });
    addEventListener('error', ({ message }) => seen.push(message));
    addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
  });
}

for (const { name } of garbage) {
  story(`garbage: ${name}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    await watchErrors(panel);
    for (const path of PATHS) {
      const before = await panel.evaluate(() => lens.length);
      const length = await provoke(tab, path, name);
      // An EventSource takes no other content type than its own.
      if (length === 0) continue;
      await expect
        .poll(() => panel.evaluate(() => lens.length), `events over ${path}`)
        .toBeGreaterThan(before);
    }

    // The page and the panel carry on.
    const before = await panel.evaluate(() => lens.length);
    await converse(tab, 'Are you well?');
    const expected = await expectedEvents(tab);
    await expect
      .poll(() => panel.evaluate(() => lens.length))
      .toBeGreaterThanOrEqual(before + expected.length);
    await expect.poll(() => accountOfPanel(panel)).toEqual(await accountOfPage(tab));
    expect(await panel.count('grid', 'Events')).toBe(1);
    expect(await panel.evaluate(() => Reflect.get(window, 'seenErrors'))).toEqual([]);
    const isPolluted = () => 'polluted' in {};
    expect([await tab.evaluate(isPolluted), await panel.evaluate(isPolluted)]).toEqual([false, false]);
  });
}
