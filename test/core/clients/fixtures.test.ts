// Streams on which the prediction was wrong once, as small as they could be made.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_0_0, CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { runClient00 } from './client-0.0';
import { runClient10 } from './client-1.0';
import { firstDifference } from './differential';

const FOLDER = join(import.meta.dirname, '../../fixtures/client-edge-cases');

test.each(readdirSync(FOLDER))('%s: the prediction equals the client', async (name) => {
  const { profile, events } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  const isOld = profile === 'client-0.0';
  const steps = await (isOld ? runClient00 : runClient10)(events);
  expect(firstDifference(events, steps, isOld ? CLIENT_0_0 : CLIENT_1_0)).toBeUndefined();
});
