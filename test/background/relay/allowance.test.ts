// A site that is revoked in mid-run: its scripts are still in the page and still speak, and nothing they say is taken.
import { expect, test } from 'vitest';
import { createAllowance } from '@/lib/background/relay/allowance';
import { createSender } from '@/lib/background/relay/sender';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { createLog } from '@/lib/core/log/log';
import { parseBatch } from '@/lib/messages/parse-batch';
import { browser, chunk, panelOf, settle } from './fakes';

const SITE = 'https://a.test/*';
const NAVIGATION = { kind: 'navigation', t: 0, url: 'https://a.test/', timeOrigin: 0, top: true };
const OPEN = { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'https://a.test/run', method: 'POST' };
const START = JSON.stringify([NAVIGATION, OPEN]);

function pageOf(world: ReturnType<typeof browser>, site = SITE, isPrivate = false) {
  return createSender({
    doc: site,
    connect: () => world.connectBridge(1, { site, isPrivate }),
    after: (_, work) => setImmediate(work),
    now: () => 0,
  });
}

const rowsOf = ({ batches }: ReturnType<typeof panelOf>): readonly string[] =>
  batches.flatMap(({ body }) =>
    (parseBatch(body) ?? []).flatMap((record) =>
      record.kind === 'chunk' ? (record.text ?? '') : record.kind === 'gap' ? (record.detail ?? 'gap') : [],
    ),
  );

/** Missing batches without a gap record. */
const holesOf = ({ batches }: ReturnType<typeof panelOf>): readonly string[] => {
  const log = createLog();
  for (const { body, ...batch } of batches) log.append({ ...batch, records: parseBatch(body) ?? [] });
  return log.boundaries.flatMap((each) =>
    each.kind === 'gap' && /of the page$/.test(each.detail) ? each.detail : [],
  );
};

test.each([false, true])(
  'what came before stays, what comes after is not taken, and both are said; private: %s',
  async (isPrivate) => {
    const world = browser();
    const panel = panelOf(world, 1);
    const { offer } = pageOf(world, SITE, isPrivate);
    const other = pageOf(world, 'https://b.test/*', isPrivate);
    offer(START);
    offer(chunk(0));
    await settle();
    world.revoke(SITE);
    await settle();
    expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked']);
    for (let n = 1; n < 5; n++) offer(chunk(n));
    other.offer(chunk(100));
    await settle();
    expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked', '#100']);
    world.grant(SITE);
    await settle();
    offer(chunk(5));
    await settle();
    const stored = ['#0', 'access to the site was revoked', '#100', 'access to the site was revoked', '#5'];
    expect(rowsOf(panel)).toEqual(stored);
    expect(holesOf(panel)).toEqual([]);
  },
);

test('a background that was not there when a site was revoked takes nothing of it either', async () => {
  const memory = createMemoryStore(1e9);
  const world = browser({ memory: () => memory });
  const panel = panelOf(world, 1);
  const { offer } = pageOf(world);
  offer(START);
  offer(chunk(0));
  await settle();
  world.kill();
  world.revoke(SITE);
  await settle(40);
  offer(chunk(1));
  await settle(40);
  expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked']);
  world.kill();
  world.grant(SITE);
  offer(chunk(2));
  await settle(40);
  expect(rowsOf(panel).filter((row) => row.startsWith('#'))).toEqual(['#0', '#2']);
});

test('where the browser does not say, a page that has our scripts may be recorded', async () => {
  const allowance = createAllowance(() => Promise.reject(new Error('No such pattern.')));
  await allowance.ask(SITE);
  expect(allowance.allows(SITE)).toBe(true);
});
