import { beforeEach, expect, test } from 'vitest';
import { type Arming, createArming, type TabSite } from '@/lib/background/relay/arming';
import type { Port } from '@/lib/background/relay/port';
import { type ArmingState, NO_CHANGES } from '@/lib/messages/arming';
import type { PageRule } from '@/lib/messages/page-rules';

const rules: readonly PageRule[] = [{ id: 'r', isOn: true, match: {}, action: { kind: 'network-error' } }];
const ORIGIN = 'http://localhost:3000';

let site: TabSite;
let canStart: boolean;
let started: number[];
let armedSites: (readonly string[])[];
let registered: Promise<void>;
let icons: Map<number, boolean>;
let timers: (() => void)[];
let remembered: unknown;
let arming: Arming;

beforeEach(() => {
  site = { origin: ORIGIN, granted: true, isPrivate: false };
  canStart = true;
  started = [];
  armedSites = [];
  registered = Promise.resolve();
  siteIsKnown = Promise.resolve();
  icons = new Map();
  timers = [];
  // Documents of that tab wait for its panel.
  remembered = [1];
  arming = create();
});

let siteIsKnown: Promise<void>;

function create(): Arming {
  const created = createArming({
    site: async () => {
      await siteIsKnown;
      return site;
    },
    startDirectors: async (tab) => {
      if (!canStart) throw new Error('no frame');
      started.push(tab);
    },
    armSites: async (patterns, keepsOthers) => {
      const others = keepsOthers ? (armedSites.at(-1) ?? []) : [];
      armedSites.push([...new Set([...others, ...patterns])]);
      await registered;
    },
    showArmed: (tab, isArmed) => void icons.set(tab, isArmed),
    armedMemo: {
      load: async () => remembered,
      save: async (tabs) => void (remembered = tabs),
    },
    after: (_, work) => void timers.push(work),
  });
  created.startGracePeriod();
  return created;
}

function panel() {
  const states: ArmingState[] = [];
  const desk = arming.open((state) => states.push(state));
  const arm = (tab = 1, list: unknown = rules, isConfirmed = false) => desk.arm(tab, list, isConfirmed);
  return { ...desk, arm, states, last: () => states.at(-1) };
}

/** A document whose arming script connects. */
function director(tab = 1, origin = ORIGIN, doc = 'd', frame = 0) {
  const got: unknown[] = [];
  let listener = (_: unknown): void => {};
  let closes = (): void => {};
  const port: Port = {
    post: (message) => void got.push(message),
    onMessage: (on) => void (listener = on),
    onClose: (on) => void (closes = on),
    close: () => {},
  };
  arming.director(port, { tab, frame, origin });
  const report = (affected: number, open = 0) =>
    listener({ ...NO_CHANGES, doc, affected: { r: affected }, open, paused: open });
  return { got, report, send: (message: unknown) => listener(message), close: () => closes() };
}

const RULES = { kind: 'rules', rules };
const OFF = { kind: 'off' };

test('a panel arms the documents of its tab and origin, early and late ones, and no others', async () => {
  const early = director();
  const { arm, last } = panel();
  await arm();
  const late = director();
  const frame = director(1, 'http://localhost:4000');
  const other = director(2);
  expect([early.got, late.got]).toEqual([[RULES], [RULES]]);
  expect(frame.got).toEqual([OFF]);
  expect(started).toEqual([1]);
  expect(armedSites).toEqual([['http://localhost/*']]);
  expect([...icons]).toEqual([[1, true]]);
  expect(last()).toMatchObject({ isArmed: true });
  await expect.poll(() => other.got).toEqual([OFF]);
});

test('a tab is reported as armed only once its next document and a new background would be armed, too', async () => {
  remembered = [];
  let register = () => {};
  registered = new Promise((resolve) => void (register = resolve));
  const { arm, states } = panel();
  const armed = arm();
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  director().report(0);
  await turn();
  expect([started, states]).toEqual([[1], []]);
  register();
  await armed;
  expect(states).toMatchObject([{ isArmed: true, affected: { r: 0 } }]);
  expect(remembered).toEqual([1]);
});

test('a new background does not switch off a document whose panel is arming its tab', async () => {
  const early = director(1, ORIGIN, 'early');
  armedSites = [['http://localhost/*']];
  let know = () => {};
  siteIsKnown = new Promise((resolve) => void (know = resolve));
  const armed = panel().arm();
  timers.shift()?.();
  const late = director(1, ORIGIN, 'late');
  await new Promise((resolve) => setTimeout(resolve));
  expect([early.got, late.got]).toEqual([[], []]);
  expect(remembered).toEqual([1]);
  know();
  await armed;
  expect([early.got, late.got]).toEqual([[RULES], [RULES]]);
  // Never without scripts meanwhile.
  expect(armedSites).toEqual(Array(3).fill(['http://localhost/*']));
});

test('a document of another origin that connects while its tab is being armed is switched off', async () => {
  const { arm } = panel();
  const armed = arm();
  const other = director(1, 'http://localhost:4000');
  await armed;
  expect(other.got).toEqual([OFF]);
});

test('a document that waits for a panel is switched off once its tab may not be armed', async () => {
  const page = director();
  site = { ...site, granted: false };
  const { arm, last } = panel();
  const armed = arm();
  timers.shift()?.();
  expect(page.got).toEqual([]);
  await armed;
  expect(last()).toMatchObject({ isArmed: false });
  expect(page.got).toEqual([OFF]);
  await expect.poll(() => remembered).toEqual([]);
});

test('a new background keeps documents of tabs that were armed waiting for their panel, and no others', async () => {
  await panel().arm(1);
  await panel().arm(2);
  await expect.poll(() => remembered).toEqual([1, 2]);
  timers = [];
  arming = create();
  const [before, again, other] = [director(1), director(2), director(3)];
  await expect.poll(() => other.got).toEqual([OFF]);
  // The panel of one tab connects again, and this background dies, too.
  await panel().arm(2);
  await expect.poll(() => remembered).toEqual([1, 2]);
  expect([before.got, again.got]).toEqual([[], [RULES]]);
  timers.shift()?.();
  expect(before.got).toEqual([OFF]);
  await expect.poll(() => remembered).toEqual([2]);
});

test('new rules of a panel replace its earlier ones without restarting directors', async () => {
  const { arm } = panel();
  await arm();
  const page = director();
  await arm(1, []);
  expect(page.got).toEqual([RULES, { kind: 'rules', rules: [] }]);
  expect(started).toEqual([1]);
});

test('a tab that was disarmed is not waited for, also by a new background', async () => {
  const { arm, closed } = panel();
  await arm();
  closed();
  const later = director();
  await expect.poll(() => later.got).toEqual([OFF]);
});

test('a panel that closes disarms its tab, and no other', async () => {
  timers.shift()?.();
  const { arm, closed, send } = panel();
  await arm();
  const second = panel();
  await second.arm(2);
  const [one, two] = [director(1), director(2)];
  const go = { kind: 'held', id: 'h', command: { kind: 'forward' } } as const;
  send(go);
  closed();
  expect([one.got, two.got]).toEqual([[RULES, go, OFF], [RULES]]);
  expect([...icons]).toEqual([
    [1, false],
    [2, true],
  ]);
  second.closed();
  await expect.poll(() => armedSites.at(-1)).toEqual([]);
});

test('a panel that closes while its tab is being armed leaves nothing armed', async () => {
  const { arm, closed } = panel();
  const arms = arm();
  closed();
  await arms;
  expect([icons.size, started]).toEqual([0, []]);
});

test('a page of another origin disarms', async () => {
  const { arm, last } = panel();
  await arm();
  const page = director();
  await arming.navigated(1);
  expect(last()?.isArmed).toBe(true);
  site = { granted: false, isPrivate: false };
  await untilDone(arming.navigated(1));
  expect(last()).toMatchObject({ isArmed: false, problem: expect.stringContaining('another site') });
  expect(page.got.at(-1)).toEqual(OFF);
});

test('a tab that has no URL while its document is replaced stays armed, and can be armed', async () => {
  const hidden: TabSite = { granted: false, isPrivate: false };
  const shown = site;
  const { arm, last } = panel();
  site = hidden;
  await untilDone(arm(), () => void (site = shown));
  expect(last()?.isArmed).toBe(true);
  site = hidden;
  await untilDone(arming.navigated(1), () => void (site = shown));
  expect(last()?.isArmed).toBe(true);
});

test('nothing is armed by invalid rules, on a site that is not allowed, or in a private window without a confirmation', async () => {
  const { arm, last } = panel();
  await arm(1, [{ ...rules[0], action: { kind: 'run-code' } }]);
  expect(last()).toMatchObject({ isArmed: false, problem: expect.stringContaining('invalid') });
  site = { origin: ORIGIN, granted: false, isPrivate: false };
  await arm();
  expect(last()).toMatchObject({ isArmed: false, problem: expect.stringContaining('Allow the site') });
  site = { origin: ORIGIN, granted: true, isPrivate: true };
  await arm();
  expect(last()).toMatchObject({ isArmed: false, asksPrivate: true });
  expect([started, icons.size]).toEqual([[], 0]);
  await arm(1, rules, true);
  expect(last()).toMatchObject({ isArmed: true });
});

/** Runs what was to be done later, until a promise is settled. */
async function untilDone(done: Promise<void>, work: () => void = () => {}): Promise<void> {
  timers.length = 0;
  let isOver = false;
  void done.then(() => void (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve));
    if (timers.length > 0) work();
    for (const timer of timers.splice(0)) timer();
  }
}

test('a document that is replaced while its director starts does not stop the arming', async () => {
  canStart = false;
  const { arm, last, states } = panel();
  await untilDone(arm(), () => void (canStart = true));
  expect(last()).toMatchObject({ isArmed: true });
  expect([states.length, started, icons.get(1)]).toEqual([1, [1], true]);
});

test('a page in which nothing can be started is not armed', async () => {
  canStart = false;
  const { arm, last } = panel();
  await untilDone(arm());
  expect(last()).toMatchObject({ isArmed: false, problem: expect.stringContaining('Reload it') });
  expect(icons.get(1)).toBe(false);
});

test('a second panel of the tab takes over, and the first is informed', async () => {
  const first = panel();
  await first.arm();
  const second = panel();
  await second.arm(1, []);
  expect(first.last()).toMatchObject({ isArmed: false, problem: expect.stringContaining('Another panel') });
  first.closed();
  expect(icons.get(1)).toBe(true);
});

test('totals cover all documents; invalid reports count nothing', async () => {
  const { arm, last } = panel();
  await arm();
  const [one, two] = [director(1, ORIGIN, 'one'), director(1, ORIGIN, 'two')];
  one.report(2, 1);
  two.report(1);
  two.send({ ...NO_CHANGES, doc: 'x'.repeat(100), affected: { r: 5 } });
  two.send({ ...NO_CHANGES, doc: 'two', affected: { r: -1 }, open: -1 });
  two.send(undefined);
  const total = { ...NO_CHANGES, isArmed: true, affected: { r: 3 } };
  expect(last()).toEqual({ ...total, open: 1, paused: 1 });
  one.close();
  expect(last()).toEqual(total);
});

const REQUEST = { url: 'http://localhost:3000/run', headers: { accept: '*/*' }, body: '{}' };
const SEND = { kind: 'send', request: REQUEST };

test('a request goes to the frame that is named, of the tab that this panel armed, and to no other', async () => {
  const { arm, ask } = panel();
  ask(0, REQUEST);
  const top = director(1, ORIGIN, 'top', 0);
  const inner = director(1, ORIGIN, 'inner', 3);
  const foreign = director(1, 'http://localhost:4000', 'foreign', 4);
  const other = director(2);
  await arm(1, []);
  ask(3, REQUEST);
  panel().ask(0, REQUEST);
  const nothing = { kind: 'rules', rules: [] };
  expect([top.got, inner.got, other.got]).toEqual([[nothing], [nothing, SEND], [OFF]]);
  ask(4, REQUEST);
  expect(foreign.got).not.toContainEqual(SEND);
});

test('a request waits for the director of its frame, and is sent once; without one the panel gets the reason', async () => {
  const { arm, ask, last, states } = panel();
  await arm(1, []);
  ask(0, REQUEST);
  const nothing = { kind: 'rules', rules: [] };
  expect(director().got).toEqual([nothing, SEND]);
  expect(director().got).toEqual([nothing]);
  for (const work of timers.splice(0)) work();
  expect(states.some(({ problem }) => problem !== undefined)).toBe(false);
  ask(9, REQUEST);
  timers.pop()?.();
  expect(last()).toMatchObject({ isArmed: true, problem: expect.stringContaining('nothing was sent') });
});

test('an invalid request is not sent', async () => {
  const { arm, ask, last } = panel();
  await arm(1, []);
  const page = director();
  const wrong = [
    { ...REQUEST, url: 'file:///etc/passwd' },
    { ...REQUEST, url: 'javascript:alert(1)' },
    { ...REQUEST, headers: { 'x\r\ny': '1' } },
    { ...REQUEST, body: 'x'.repeat(1024 * 1024 + 1) },
    { ...REQUEST, body: 1 },
    null,
  ];
  for (const request of wrong) ask(0, request);
  expect(page.got).toHaveLength(1);
  expect(last()).toMatchObject({ isArmed: true, problem: expect.stringContaining('not sent') });
});
