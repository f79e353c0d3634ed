// The model equals the stock client at every event of random streams.
import { describe, expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { amount } from '../../support/amount';
import { logOf, plain } from '../../support/logs';
import { randomStream } from './random-stream';
import { runStockClient, silently } from './stock-client';

const SEEDS = amount(150, 'LENS_SEEDS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

async function compare(seed: number): Promise<{ events: number; stopped: boolean }> {
  const events = randomStream(seed);
  const views = await silently(() => runStockClient(events));
  const log = logOf(events);
  const history = createHistory(modelFold, log, { interval: 7 });
  for (const [seq, view] of views.entries()) {
    if (view.error !== undefined) return { events: seq, stopped: true };
    const model = history.at(seq);
    const thread = model.threads.at(0);
    const at = `seed ${seed}, event ${seq}: ${JSON.stringify(events[seq])}`;
    expect(plain([...(thread?.messages ?? [])].map((entry) => entry.message)), at).toEqual(
      plain(view.messages),
    );
    expect(plain(thread?.state), at).toEqual(plain(view.state));
    expect(plain(thread?.interrupts ?? []), at).toEqual(plain(view.interrupts));
  }
  return { events: views.length, stopped: false };
}

describe('model', () => {
  test(`equals the stock client at every event, seeds ${FIRST} to ${FIRST + SEEDS - 1}`, async () => {
    let events = 0;
    let stopped = 0;
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const result = await compare(seed);
      events += result.events;
      if (result.stopped) stopped++;
    }
    expect(events).toBeGreaterThan(SEEDS * 15);
    expect(stopped).toBeLessThan(SEEDS * 0.7);
  });
});
