// A site that is revoked in mid-run: its scripts are still in the page and send, and nothing of it is stored.
import { expect, test } from 'vitest';
import { createGrantedSites } from '@/lib/background/relay/granted-sites';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { browser, chunk, documentIn, following, logOf, panelOf, recordsOf, settled } from './fakes';

const SITE = 'https://a.test/*';
const NAVIGATION = { kind: 'navigation', t: 0, url: 'https://a.test/', timeOrigin: 0, top: true };
const OPEN = { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'https://a.test/run', method: 'POST' };
const START = JSON.stringify([NAVIGATION, OPEN]);

const pageOf = (world: ReturnType<typeof browser>, site = SITE, isPrivate = false) =>
  documentIn(world, site, { site, isPrivate });

const rowsOf = ({ batches }: ReturnType<typeof panelOf>): readonly string[] =>
  recordsOf(batches).flatMap((record) =>
    record.kind === 'chunk' ? (record.text ?? '') : record.kind === 'gap' ? (record.detail ?? 'gap') : [],
  );

/** Missing batches without a gap record. */
const holesOf = ({ batches }: ReturnType<typeof panelOf>): readonly string[] =>
  logOf(batches).boundaries.flatMap((each) =>
    each.kind === 'gap' && /of the page$/.test(each.detail) ? each.detail : [],
  );

test.each([false, true])(
  'records before the limit stay, later ones are not stored, and both are reported; private: %s',
  async (isPrivate) => {
    const { world, panel } = following();
    const { offer } = pageOf(world, SITE, isPrivate);
    const other = pageOf(world, 'https://b.test/*', isPrivate);
    offer(START);
    await settled(offer(chunk(0)));
    await settled(world.revoke(SITE));
    expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked']);
    for (let n = 1; n < 5; n++) offer(chunk(n));
    await settled(other.offer(chunk(100)));
    expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked', '#100']);
    await settled(world.grant(SITE));
    await settled(offer(chunk(5)));
    const stored = ['#0', 'access to the site was revoked', '#100', 'access to the site was revoked', '#5'];
    expect(rowsOf(panel)).toEqual(stored);
    expect(holesOf(panel)).toEqual([]);
  },
);

test('a background that starts after a site was revoked stores nothing of that site', async () => {
  const memory = createMemoryStore(1e9);
  const world = browser({ memory: () => memory });
  const panel = panelOf(world, 1);
  const { offer } = pageOf(world);
  offer(START);
  await settled(offer(chunk(0)));
  world.kill();
  await settled(world.revoke(SITE), 40);
  await settled(offer(chunk(1)), 40);
  expect(rowsOf(panel)).toEqual(['#0', 'access to the site was revoked']);
  world.kill();
  world.grant(SITE);
  await settled(offer(chunk(2)), 40);
  expect(rowsOf(panel).filter((row) => row.startsWith('#'))).toEqual(['#0', '#2']);
});

test('if the browser cannot report permissions, a page with the content scripts may be recorded', async () => {
  const grantedSites = createGrantedSites(() => Promise.reject(new Error('No such pattern.')));
  await grantedSites.ask(SITE);
  expect(grantedSites.allows(SITE)).toBe(true);
});
