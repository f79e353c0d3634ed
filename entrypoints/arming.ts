// ISOLATED world, in the documents of an armed tab only: links the director to the background.

import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { fromRuntimePort } from '@/lib/background/relay/port';
import { linkDirector } from '@/lib/director/arming-link';
import { openHandshake } from '@/lib/director/handshake';
import { ARMING_PORT } from '@/lib/messages/arming';
import { after } from '@/lib/page/delay';
import { randomId } from '@/lib/page/random-id';

/** Set while the document is armed; seen by scripts of the extension only. */
const ARMED = 'agUiLensArmed';

async function arm(): Promise<void> {
  // The bridge stores its channel to the page script here.
  const captured: unknown = await Reflect.get(globalThis, 'agUiLens');
  if (!(captured instanceof EventTarget) || Reflect.get(globalThis, ARMED) === true) return;
  Reflect.set(globalThis, ARMED, true);
  linkDirector({
    doc: randomId(),
    connect() {
      try {
        const port = browser.runtime.connect({ name: ARMING_PORT });
        return fromRuntimePort(port, () => browser.runtime.lastError);
      } catch {
        // Thrown once the extension is removed or updated.
        return undefined;
      }
    },
    isGone: () => browser.runtime?.id === undefined,
    openHandshake: (receive, joined) => openHandshake(window, captured, { receive, joined }),
    after,
    ended: () => Reflect.set(globalThis, ARMED, false),
  });
}

export default defineUnlistedScript(() => void arm());
