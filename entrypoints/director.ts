// MAIN world, in the documents of an armed tab only: answers requests by rule.

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createDirector } from '@/lib/director/director';
import { joinHandshake } from '@/lib/director/handshake';
import { after } from '@/lib/page/delay';
import { randomId } from '@/lib/page/random-id';

export default defineUnlistedScript(() => {
  const clock = performance;
  joinHandshake(window, (slot, post) => {
    return createDirector({ page: window, slot, now: () => clock.now(), after, post, newId: randomId })
      .receive;
  });
});
