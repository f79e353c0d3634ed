// MAIN world, in the documents of an armed tab only: answers requests by rule.

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createDirector } from '@/lib/director/director';
import { joinSeam } from '@/lib/director/seam';
import { after } from '@/lib/page/delay';
import { randomId } from '@/lib/page/random-id';

export default defineUnlistedScript(() => {
  const clock = performance;
  joinSeam(window, (slot, post) => {
    return createDirector({ page: window, slot, now: () => clock.now(), after, post, newId: randomId })
      .receive;
  });
});
