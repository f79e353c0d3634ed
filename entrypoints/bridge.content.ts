// ISOLATED world: passes records of the taps to the background.

import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { fromRuntimePort } from '@/lib/background/relay/port';
import { createSender } from '@/lib/background/relay/sender';
import { LOCAL } from '@/lib/background/relay/sites';
import { toStartMarkerEntry } from '@/lib/background/relay/start-marker';
import { type AreYouThere, BRIDGE_PORT } from '@/lib/messages/messages';
import { after } from '@/lib/page/delay';
import { takeChannel } from '@/lib/page/handover';
import { randomId } from '@/lib/page/random-id';

export default defineContentScript({
  matches: LOCAL,
  world: 'ISOLATED',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  noScriptStartedPostMessage: true,
  main() {
    const doc = randomId();
    const connect = () => {
      try {
        const port = browser.runtime.connect({ name: BRIDGE_PORT });
        return fromRuntimePort(port, () => browser.runtime.lastError);
      } catch {
        // The extension was removed or updated: capture in this document has ended.
        return undefined;
      }
    };
    const note = async (n: number): Promise<void> => {
      const { timeOrigin } = performance;
      const word = { doc, n, url: location.href, timeOrigin, t: performance.now(), top: window === top };
      await browser.storage.local.set(toStartMarkerEntry(word));
    };
    const sender = createSender({
      doc,
      connect,
      // Errors are ignored: the background detects a failing disk, and the next batch a removed extension.
      ...(!browser.extension.inIncognitoContext && {
        markStart: (n) => void note(n).catch(() => undefined),
      }),
      after,
      now: () => performance.now(),
    });
    // The page script flushes during the same event, before or after this listener.
    const hidden = ({ isTrusted, persisted }: PageTransitionEvent): void => {
      // Firefox does not freeze pages.
      if (isTrusted) sender.leave(persisted && 'onfreeze' in document);
    };
    const shown = ({ isTrusted, persisted }: PageTransitionEvent): void => {
      if (isTrusted && persisted) sender.back();
    };
    const listenAll = (): void => {
      // Capturing listeners run before those of the page, which may stop the event.
      addEventListener('pagehide', hidden, true);
      addEventListener('pageshow', shown, true);
      addEventListener('freeze', sender.freeze, true);
    };
    listenAll();
    // `document.open` removes all listeners of the document and its window, both of which continue.
    new MutationObserver(listenAll).observe(document, { childList: true });
    browser.runtime.onMessage.addListener((message: Partial<AreYouThere> | undefined, _, answer) => {
      // Other frames of the tab may receive the question, too.
      if (message?.kind !== 'are-you-there' || message.doc !== doc) return;
      answer(true);
      sender.here();
    });
    const channel = new Promise<EventTarget>((taken) =>
      takeChannel(window, { receive: sender.offer, missed: sender.missed, flushed: sender.flushed, taken }),
    );
    // Visible to scripts of the extension in this document, not to pages.
    Reflect.set(globalThis, 'agUiLens', channel);
  },
});
