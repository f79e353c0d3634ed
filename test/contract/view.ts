// Contract of views: they render an empty log, and every event of any log, without failing.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import type { View } from '@/components/app/views';
import { mountPanel, testContainer } from '../support/panel';
import { batchOf, bodyBatchOf } from '../support/sessions';

/** A log to render, with a name for the report. */
export interface ViewFixture {
  readonly name: string;
  readonly events: readonly object[];
  /** The body of the answer, where it is not made of the events. */
  readonly body?: readonly (string | Uint8Array)[];
  readonly request?: object;
}

/** Declares the tests of one view: it is shown at `most` events of each log, spread over it, and live. */
export function testView(view: View, fixtures: readonly ViewFixture[], most: number): void {
  const container = testContainer();

  for (const { name, events, body, request } of fixtures) {
    test(`${view.id}: ${name}, at any event and live`, async () => {
      const batch = body === undefined ? batchOf(events, 0, request) : bodyBatchOf(body, request);
      const { session } = await mountPanel(container, [batch], { view: view.id });
      const step = Math.max(1, Math.ceil(session.log.length / most));
      for (let seq = 0; seq < session.log.length; seq += step) {
        await act(() => session.cursor.goTo(seq));
        expect(container.querySelector('[role=grid]')).not.toBeNull();
        expect(container.querySelector('[role=alert].view-failed')).toBeNull();
      }
      await act(() => void (session.cursor.at.value = 'live'));
      expect(container.querySelector('.view-failed')).toBeNull();
      if (session.log.length > 0) {
        expect(container.querySelector('[role=tabpanel]')?.textContent?.trim()).not.toBe('');
      }
    });
  }
}
