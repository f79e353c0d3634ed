import { expect, test } from 'vitest';
import type { PageRule } from '@/lib/messages/page-rules';
import { keepRules } from '@/lib/panel/stored-page-rules';
import { createTestRules } from '../support/page-rules';

const rule = (id: string): PageRule => ({ id, isOn: true, match: {}, action: { kind: 'network-error' } });

function kept(stored: Record<string, readonly PageRule[]> = {}) {
  const rules = createTestRules();
  const writes: string[] = [];
  const follow = keepRules(rules, {
    read: async (site) => stored[site] ?? [],
    async write(site, next) {
      writes.push(`${site}: ${next.map(({ id }) => id)}`);
      stored[site] = next;
    },
  });
  return { rules, follow, stored, writes };
}

test('the rules of a site are restored, but not in force', async () => {
  const { rules, follow, writes } = kept({ a: [rule('1')] });
  await follow('a');
  expect(rules.list.value.map(({ id }) => id)).toEqual(['1']);
  expect(rules.isArmed.value).toBe(false);
  rules.set([rule('2'), rule('1')]);
  rules.set([]);
  await expect.poll(() => writes).toEqual(['a: 2,1', 'a: ']);
});

test('another site has its own rules; those in force end', async () => {
  const { rules, follow, stored } = kept({ b: [rule('b')] });
  await follow('a');
  rules.set([rule('a')]);
  rules.start();
  await follow('a');
  expect(rules.isArmed.value).toBe(true);
  await follow('b');
  expect([rules.list.value[0]?.id, rules.isArmed.value]).toEqual(['b', false]);
  expect(stored['a']?.[0]?.id).toBe('a');
  await follow('a');
  expect(rules.list.value[0]?.id).toBe('a');
});

test('on a site without rules, the rules on screen can be started, and are kept for it once changed', async () => {
  const { rules, follow, stored } = kept({ a: [rule('a')] });
  await follow('a');
  await follow('b');
  expect([rules.list.value[0]?.id, stored['b']]).toEqual(['a', undefined]);
  rules.set([rule('b')]);
  await expect.poll(() => stored['b']?.[0]?.id).toBe('b');
  expect(stored['a']?.[0]?.id).toBe('a');
});

test('rules that were made before the site was known are kept for it', async () => {
  const { rules, follow, stored } = kept({ a: [rule('old')] });
  rules.set([rule('new')]);
  await follow('a');
  expect([rules.list.value[0]?.id, stored['a']?.[0]?.id]).toEqual(['new', 'new']);
});

test('a site that is left while its rules are read changes nothing', async () => {
  const { rules, follow, writes } = kept({ a: [rule('a')], b: [rule('b')] });
  await Promise.all([follow('a'), follow('b')]);
  expect(rules.list.value[0]?.id).toBe('b');
  expect(writes).toEqual([]);
});
