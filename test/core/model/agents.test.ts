// The model equals the stock client at every event of every demo agent, request included, in a first and a second run.
import type { Message } from '@ag-ui/core';
import { describe, expect, test } from 'vitest';
import type { History } from '@/lib/core/log/history';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import type { Model } from '@/lib/core/model/types';
import { agents } from '../../harness/agents';
import { plain, sseRecords } from '../../support/logs';
import { isLong } from '../../support/sample-size';
import { runClient10 } from '../clients/client-1.0';
import type { ClientStep } from '../clients/differential';
import { modelView } from '../clients/stock-turns';

/** Of a run with more events than this only some are compared: the stock client's time grows with the square. */
const COMPARED = 2_000;

/** Compares from an event on; gives how many events were, and what the client has at the end. */
function compare(history: History<Model>, views: readonly ClientStep[], from: number): number {
  for (const [at, view] of views.entries()) {
    if (view.error !== undefined) return at;
    const { messages, state, interrupts } = view;
    const expected = plain({ messages, state: state ?? null, interrupts });
    expect(modelView({ model: history.at(from + at) }), `event ${from + at}`).toEqual(expected);
  }
  return views.length;
}

const followed = agents.flatMap(({ name, run }) => (isLong || name !== 'long' ? [[name, run] as const] : []));

describe('the model equals the stock client at every event:', () => {
  test.each(followed)('of the agent %s', async (_, run) => {
    const log = createLog();
    const history = createHistory(modelFold, log);
    let messages: Message[] = [];
    let state: unknown = {};
    let interrupts: unknown = [];
    for (const turn of [1, 2]) {
      messages = [...messages, { id: `u${turn}`, role: 'user', content: `Question ${turn}?` }];
      const input = {
        threadId: 't',
        runId: `r${turn}`,
        state,
        // Activities stay in the app; requests leave them out.
        messages: messages.filter(({ role }) => role !== 'activity'),
        tools: [],
        context: [],
        forwardedProps: {},
      };
      const from = log.length;
      const events = [...run(structuredClone(input))].slice(0, COMPARED);
      // One document: another one would not have the activities of the first turn any more.
      log.append({ doc: 'd', frameId: 0, records: sseRecords(events, input) });
      const start = structuredClone({ messages, state, interrupts });
      const views = await runClient10(events, start);
      const compared = compare(history, views, from);
      expect(compared, `turn ${turn}`).toBeGreaterThan(0);
      // An app goes on with what it has.
      const last = views[compared - 1];
      messages = plain(last?.messages) as unknown as Message[];
      state = plain(last?.state);
      interrupts = last?.interrupts ?? [];
    }
  });
});
