// A director of a fake page whose time is counted by hand.
import { createDirector } from '@/lib/director/director';
import type { DirectorReport } from '@/lib/messages/arming';
import type { PageRule, PageRuleAction } from '@/lib/messages/page-rules';
import { slot } from '@/lib/page/slot';
import type { PageWindow } from '@/lib/page/tap';

export function rule(action: PageRuleAction, match: PageRule['match'] = {}): PageRule {
  return { id: `rule of ${action.kind}`, isOn: true, match, action };
}

/** Leaves the slot as it is in a page that is not armed. */
export function emptySlot(): void {
  const { writers: _, ...parts } = slot;
  for (const part of Object.keys(parts)) Reflect.deleteProperty(slot, part);
}

export function createTestDirector(page: PageWindow) {
  const posted: DirectorReport[] = [];
  let t = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  let ids = 0;
  const link = { isThere: true };
  return {
    link,
    posted,
    join: () =>
      createDirector({
        page,
        slot,
        now: () => t,
        after: (ms, work) => timers.push({ at: t + ms, work }),
        post(message) {
          posted.push(message);
          return link.isThere;
        },
        newId: () => `fresh-${++ids}`,
      }),
    async advance(ms: number): Promise<void> {
      t += ms;
      const due = timers.filter(({ at }) => at <= t);
      timers = timers.filter(({ at }) => at > t);
      for (const { work } of due) work();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
