// Dropped files: compressed ones are unpacked or text, ones without events are text.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FINISHED, STARTED, sse } from '../support/logs';
import type { Tab } from './drive/browser';
import { dropFile } from './drive/drop';
import { expect, story } from './story';

const EVENTS = [STARTED, FINISHED];
const BODY = sse(...EVENTS);

/** Text of the dialog before a file is opened, if there is one; confirms it. */
async function openPreview(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const text = dialog?.textContent ?? '';
    dialog?.querySelector<HTMLElement>('.primary')?.click();
    return text;
  });
}

/** The notice about a file, or else the number of its events. */
function shownOf(tab: Tab, name: string): Promise<string> {
  return tab.evaluate((fileName) => {
    const bars = [...document.querySelectorAll('.bar')].map(({ textContent }) => textContent ?? '');
    const notice = bars.find((text) => text.includes(fileName) && !text.startsWith('Viewing '));
    return notice ?? String(lens.length);
  }, name);
}

story(
  'packed files are opened or refused with a reason, and files without events refused',
  async ({ driver }) => {
    const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
      ['plain.sse', BODY, /^2$/],
      ['packed.sse.gz', gzipSync(BODY), /^2$/],
      ['brotli.sse.br', brotliCompressSync(BODY), /compressed with brotli.+'brotli -d'/],
      ['page.html', '<!doctype html><title>Sign in</title>', /page\.html/],
      ['nothing.sse', ': ping\n\n: ping\n\n', /contains no event/],
      ['random.bin', Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7919) % 251)), /random\.bin/],
    ];
    for (const [name, bytes, expected] of cases) {
      const tab = await driver.newTab();
      await tab.goto(`${driver.origin}/panel.html?file`);
      await dropFile(tab, name, bytes);
      let reported = '';
      await expect
        .poll(
          async () => {
            reported ||= await openPreview(tab);
            return reported || (await shownOf(tab, name));
          },
          { message: name },
        )
        .toMatch(expected);
      // A file with nothing to open has no such button.
      if (/Open( readable part)?$/.test(reported))
        await expect
          .poll(() => tab.evaluate(() => document.querySelector('.main')?.textContent))
          .toContain(name);
      await tab.close();
    }
  },
);
