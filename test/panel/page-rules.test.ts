import { expect, test } from 'vitest';
import type { ArmingState } from '@/lib/messages/arming';
import type { FromPanel, ToPanel } from '@/lib/messages/messages';
import type { PageRule } from '@/lib/messages/page-rules';
import { createPageRules } from '@/lib/panel/page-rules';
import { readPageRules, writePageRules } from '@/lib/panel/page-rules-file';

const rule: PageRule = { id: 'r', isOn: true, match: {}, action: { kind: 'network-error' } };
const off: PageRule = { ...rule, isOn: false };
const ARMED: ArmingState = {
  isArmed: true,
  affected: { r: 1 },
  notEditable: {},
  held: [],
  open: 0,
  paused: 0,
};

function background() {
  const ports: {
    readonly sent: FromPanel[];
    isOpen: boolean;
    answer(state: ArmingState): void;
    die(): void;
  }[] = [];
  const rules = createPageRules({
    tab: 7,
    later: (_, run) => run(),
    connect() {
      let listener = (_: ToPanel): void => {};
      let closed = (): void => {};
      const port = {
        sent: [] as FromPanel[],
        isOpen: true,
        answer: (state: ArmingState) => listener({ kind: 'arming', state }),
        die: () => closed(),
      };
      ports.push(port);
      return {
        postMessage: (message) => port.sent.push(message),
        disconnect: () => {
          port.isOpen = false;
        },
        onMessage: {
          addListener: (on) => {
            listener = on;
          },
        },
        onDisconnect: {
          addListener: (on) => {
            closed = on;
          },
        },
      };
    },
  });
  return { rules, ports };
}

test('nothing is asked of the background before a rule is on and started', () => {
  const { rules, ports } = background();
  rules.set([off]);
  rules.start();
  expect([ports.length, rules.isArmed.value]).toEqual([0, false]);
  rules.set([rule]);
  expect(ports.length).toBe(0);
  rules.start();
  expect(ports[0]?.sent).toEqual([{ kind: 'arm', tab: 7, rules: [rule], isPrivateConfirmed: false }]);
  ports[0]?.answer(ARMED);
  expect(rules.state.value).toEqual(ARMED);
});

test('the port ends with the last rule that is on, and with Stop; counts stay', () => {
  for (const end of ['off', 'stop'] as const) {
    const { rules, ports } = background();
    rules.set([rule]);
    rules.start();
    ports[0]?.answer(ARMED);
    if (end === 'off') rules.set([off]);
    else rules.stop();
    expect([ports[0]?.isOpen, rules.isArmed.value, rules.state.value.affected]).toEqual([
      false,
      false,
      { r: 1 },
    ]);
  }
});

test('a new background is sent the rules again; one that refuses ends them', () => {
  const { rules, ports } = background();
  rules.set([rule]);
  rules.start();
  ports[0]?.die();
  expect(ports[1]?.sent).toEqual(ports[0]?.sent);
  ports[1]?.answer({
    isArmed: false,
    affected: {},
    notEditable: {},
    held: [],
    open: 0,
    paused: 0,
    problem: 'No.',
  });
  expect([rules.isArmed.value, rules.state.value.problem, ports[1]?.isOpen]).toEqual([false, 'No.', false]);
});

test('a private window is asked for once more', () => {
  const { rules, ports } = background();
  rules.set([rule]);
  rules.start();
  ports[0]?.answer({
    isArmed: false,
    affected: {},
    notEditable: {},
    held: [],
    open: 0,
    paused: 0,
    asksPrivate: true,
  });
  expect(rules.state.value.asksPrivate).toBe(true);
  rules.start(true);
  expect(ports[1]?.sent).toMatchObject([{ kind: 'arm', isPrivateConfirmed: true }]);
});

test('a file of rules is read as it was written, and nothing else is', () => {
  expect(readPageRules(writePageRules([rule]))).toEqual([rule]);
  for (const text of [
    '',
    '[]',
    'null',
    '{"format":"other","rules":[]}',
    '{"format":"ag-ui-lens-rules","rules":[1]}',
  ])
    expect(readPageRules(text)).toBeUndefined();
});
