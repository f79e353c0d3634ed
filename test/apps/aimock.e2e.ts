// Our fixtures, served by aimock itself: each request of a recording is answered with the events that it got.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { aimockFixture } from '@/lib/core/files/aimock-fixture';
import { readFile } from '@/lib/core/files/read-file';
import { exported } from '../support/exported';

const FOLDER = join(import.meta.dirname, '../fixtures/recordings');

/** As far as it is used here: its types are installed with it, which is not always. */
interface Aimock {
  readonly AGUIMock: new () => {
    addFixture(fixture: object): void;
    start(): Promise<string>;
    stop(): Promise<void>;
  };
}

const require = createRequire(join(import.meta.dirname, 'packages/package.json'));

interface Fixture {
  readonly match: object;
  readonly events: readonly { readonly timestamp?: number }[];
  readonly delayMs: number;
  readonly request?: object;
}

function fixturesOf(name: string): readonly Fixture[] {
  const read = readFile({ name, bytes: readFileSync(join(FOLDER, name)) });
  if ('error' in read) throw new Error(read.error);
  const text = exported(aimockFixture, [...read.batches]);
  // A sentence: there is no event in this recording.
  return text.startsWith('{') ? (JSON.parse(text) as { fixtures: Fixture[] }).fixtures : [];
}

/** Events sent, without a timestamp added by aimock. */
async function answer(url: string, { request, events }: Fixture): Promise<readonly object[]> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  expect(response.status).toBe(200);
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '');
  return blocks.map((block, at) => {
    const { timestamp, ...event } = JSON.parse(block.replace(/^data: /, ''));
    return events[at]?.timestamp === undefined ? event : { ...event, timestamp };
  });
}

for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.agui.jsonl'))) {
  test(`aimock answers as in ${name}`, async () => {
    const all = fixturesOf(name);
    // The same question again gets the first answer: aimock has no memory.
    const asked = all.filter(({ request }) => request !== undefined);
    const first = asked.filter(
      ({ match }, at) =>
        asked.findIndex((each) => JSON.stringify(each.match) === JSON.stringify(match)) === at,
    );
    const { AGUIMock } = require('@copilotkit/aimock/agui') as Aimock;
    const mock = new AGUIMock();
    for (const fixture of all) mock.addFixture({ ...fixture, delayMs: 0 });
    const url = await mock.start();
    try {
      for (const fixture of first) expect(await answer(url, fixture)).toEqual(fixture.events);
    } finally {
      await mock.stop();
    }
  });
}
