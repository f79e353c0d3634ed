// The model equals the stock client at every event of random streams.
import { describe, expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { logOf, plain } from '../../support/logs';
import { sampleSize } from '../../support/sample-size';
import { runClient10 } from '../clients/client-1.0';
import { modelView } from '../clients/stock-turns';
import { randomStream } from './random-stream';

const SEEDS = sampleSize(150, 'LENS_SEEDS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

async function compare(seed: number): Promise<{ events: number; stopped: boolean }> {
  const events = randomStream(seed);
  const views = await runClient10(events);
  const log = logOf(events);
  const history = createHistory(modelFold, log, { interval: 7 });
  for (const [seq, view] of views.entries()) {
    if (view.error !== undefined) return { events: seq, stopped: true };
    const { messages, state, interrupts } = view;
    const at = `seed ${seed}, event ${seq}: ${JSON.stringify(events[seq])}`;
    expect(modelView({ model: history.at(seq) }), at).toEqual(
      plain({ messages, state: state ?? null, interrupts }),
    );
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
