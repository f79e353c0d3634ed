// MAIN world, in the documents of an armed tab only: answers requests by rule.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createDirector } from '@/lib/director/director';
import { joinSeam } from '@/lib/director/seam';
import { after } from '@/lib/page/delay';

export default defineUnlistedScript(() => {
  const clock = performance;
  joinSeam(window, (slot, post) => {
    const newId = (): string =>
      [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
    return createDirector({ page: window, slot, now: () => clock.now(), after, post, newId }).receive;
  });
});
