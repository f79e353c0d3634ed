import { expect, test } from 'vitest';
import { type ContentScript, createSites, LOCAL, patternOf } from '@/lib/background/relay/sites';

test.each([
  ['https://a.test/x?y#z', 'https://a.test/*'],
  ['http://a.test:8080/', 'http://a.test/*'],
  ['http://user:pass@a.test/', 'http://a.test/*'],
  ['http://[::1]:3000/x', 'http://[::1]/*'],
  ['about:blank', undefined],
  ['file:///etc/hosts', undefined],
  ['chrome://settings', undefined],
  [undefined, undefined],
])('%s asks for %s', (url, pattern) => expect(patternOf(url)).toBe(pattern));

/** A browser that keeps permissions and scripts. */
function fakeBrowser() {
  const granted = new Set<string>(LOCAL);
  let scripts: ContentScript[] = [];
  const calls: string[] = [];
  const sites = createSites({
    granted: async () => [...granted],
    registered: async () => scripts,
    register: async (added) => {
      calls.push('register');
      for (const { id } of added)
        if (scripts.some((script) => script.id === id)) throw new Error(`Duplicate ${id}`);
      scripts = [...scripts, ...added];
    },
    unregister: async (ids) => {
      calls.push('unregister');
      scripts = scripts.filter(({ id }) => !ids.includes(id));
    },
    openTabs: async (patterns) => (patterns.includes('https://a.test/*') ? [1, 2] : []),
    inject: async (tab) => {
      calls.push(`inject ${tab}`);
      if (tab === 1) throw new Error('The tab was closed.');
    },
  });
  return { granted, sites, calls, scripts: () => scripts };
}

test('content scripts are registered for the granted sites, and only when they differ', async () => {
  const { granted, sites, calls, scripts } = fakeBrowser();
  await sites.sync();
  expect(calls).toEqual([]);
  granted.add('https://a.test/*');
  await Promise.all([sites.sync(), sites.sync()]);
  expect(calls).toEqual(['register']);
  expect(scripts()).toMatchObject([
    { id: 'page', world: 'MAIN', matches: ['https://a.test/*'], excludeMatches: LOCAL },
    { id: 'bridge', world: 'ISOLATED', matches: ['https://a.test/*'], excludeMatches: LOCAL },
  ]);
  granted.add('*://*/*');
  granted.add('file:///*');
  await sites.sync();
  expect(scripts()[0]?.matches).toEqual(['*://*/*', 'https://a.test/*']);
  granted.clear();
  await sites.sync();
  expect(scripts()).toEqual([]);
});

test('open pages of an origin that was just granted are captured without a reload', async () => {
  const { sites, calls } = fakeBrowser();
  await sites.captureOpen(['https://b.test/*']);
  expect(calls).toEqual([]);
  await sites.captureOpen(['https://a.test/*']);
  expect(calls).toEqual(['inject 1', 'inject 2']);
});
