import { expect, test } from 'vitest';
import { type ArmingState, UNARMED } from '@/lib/messages/arming';
import type { FromPanel, ToPanel } from '@/lib/messages/messages';
import type { PageRule } from '@/lib/messages/page-rules';
import { createPageRules } from '@/lib/panel/page-rules';
import { readPageRules, writePageRules } from '@/lib/panel/page-rules-file';

const rule: PageRule = { id: 'r', isOn: true, match: {}, action: { kind: 'network-error' } };
const off: PageRule = { ...rule, isOn: false };
const ARMED: ArmingState = { ...UNARMED, isArmed: true, affected: { r: 1 } };

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
        disconnect: () => void (port.isOpen = false),
        onMessage: {
          addListener: (on) => void (listener = on),
        },
        onDisconnect: {
          addListener: (on) => void (closed = on),
        },
      };
    },
  });
  return { rules, ports };
}

test('nothing is sent to the background before a rule is on and started', () => {
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
  ports[1]?.answer({ ...UNARMED, problem: 'No.' });
  expect([rules.isArmed.value, rules.state.value.problem, ports[1]?.isOpen]).toEqual([false, 'No.', false]);
});

const HELD: ArmingState = { ...ARMED, held: [{ id: 'h', rule: 'r', type: 'RUN_STARTED' }] };

test('a decision about a held event arrives, also while there is no background', () => {
  const { rules, ports } = background();
  const commands = () =>
    ports.map(({ sent }) => sent.flatMap((each) => (each.kind === 'held' ? each.command.kind : [])));
  rules.set([rule]);
  rules.start();
  ports[0]?.answer(HELD);
  rules.resume({ kind: 'forward' });
  expect(commands()).toEqual([['forward']]);
  // It dies with the command. The new one knows no documents at first.
  ports[0]?.die();
  for (const state of [ARMED, HELD, HELD, ARMED, HELD]) ports[1]?.answer(state);
  expect(commands()).toEqual([['forward'], ['forward']]);
  // Pressed once the background is gone, and before the next one has armed the tab.
  ports[1]?.die();
  rules.resume({ kind: 'next' });
  expect(commands()).toEqual([['forward'], ['forward'], []]);
  for (const state of [ARMED, HELD, ARMED]) ports[2]?.answer(state);
  expect(commands()).toEqual([['forward'], ['forward'], ['next']]);
  // The event was released, and a later background has nothing to do.
  ports[2]?.die();
  ports[3]?.answer(HELD);
  expect(commands().at(3)).toEqual([]);
});

test('a private window is asked for once more', () => {
  const { rules, ports } = background();
  rules.set([rule]);
  rules.start();
  ports[0]?.answer({ ...UNARMED, asksPrivate: true });
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

const REQUEST = { url: 'http://localhost/run', headers: {}, body: '{}' };
test('a request arms the tab without a rule, is sent once, and disarms it when its answer has ended', () => {
  const { rules, ports } = background();
  rules.send(3, REQUEST);
  expect([rules.sending.value, rules.isArmed.value]).toEqual(['arming', true]);
  ports[0]?.answer(ARMED);
  ports[0]?.answer(ARMED);
  expect(ports[0]?.sent).toEqual([
    { kind: 'arm', tab: 7, rules: [], isPrivateConfirmed: false },
    { kind: 'send', frame: 3, request: REQUEST },
  ]);
  ports[0]?.answer({ ...ARMED, sending: 1 });
  expect(rules.sending.value).toBe('answered');
  ports[0]?.answer(ARMED);
  expect([rules.sending.value, rules.isArmed.value, ports[0]?.isOpen]).toEqual([undefined, false, false]);
});

test('rules that are on stay in force after the answer; without one that is on, Stop disarms', () => {
  const { rules, ports } = background();
  rules.set([rule]);
  rules.start();
  ports[0]?.answer(ARMED);
  rules.send(0, REQUEST);
  expect(ports[0]?.sent.at(-1)).toMatchObject({ kind: 'send' });
  ports[0]?.answer({ ...ARMED, sending: 1 });
  rules.stopSending();
  expect(ports[0]?.sent.at(-1)).toEqual({ kind: 'stop-sent' });
  ports[0]?.answer(ARMED);
  expect([rules.sending.value, rules.isArmed.value]).toEqual([undefined, true]);
  rules.stop();
  rules.set([off]);
  rules.send(0, REQUEST);
  rules.stopSending();
  expect([rules.sending.value, rules.isArmed.value]).toEqual([undefined, false]);
});

test('a request starts no rule that is on, but not in force', () => {
  const { rules, ports } = background();
  rules.set([rule]);
  rules.send(0, REQUEST);
  expect(ports[0]?.sent).toMatchObject([{ kind: 'arm', rules: [] }]);
  ports[0]?.answer({ ...ARMED, sending: 1 });
  expect(rules.inForce.value).toBe(0);
  // Started meanwhile, they stay.
  rules.start();
  expect([ports[0]?.sent.at(-1), rules.inForce.value]).toMatchObject([{ kind: 'arm', rules: [rule] }, 1]);
  rules.stop();
  rules.send(0, REQUEST);
  expect(ports[1]?.sent).toMatchObject([{ kind: 'arm', rules: [] }]);
});

test('a private window is asked for before a request is sent; a request that cannot be sent leaves the reason', () => {
  const { rules, ports } = background();
  rules.send(0, REQUEST);
  ports[0]?.answer({ ...UNARMED, asksPrivate: true });
  expect([rules.sending.value, rules.state.value.asksPrivate]).toEqual(['arming', true]);
  rules.start(true);
  ports[1]?.answer(ARMED);
  expect(ports[1]?.sent.map(({ kind }) => kind)).toEqual(['arm', 'send']);
  ports[1]?.answer({ ...ARMED, problem: 'No frame.' });
  expect([rules.sending.value, rules.isArmed.value, rules.state.value.problem]).toEqual([
    undefined,
    false,
    'No frame.',
  ]);
  rules.send(0, REQUEST);
  ports[2]?.answer({ ...UNARMED, problem: 'Not allowed.' });
  expect([rules.sending.value, rules.state.value.problem]).toEqual([undefined, 'Not allowed.']);
});

test('a background that dies during the answer is no end of it', () => {
  const { rules, ports } = background();
  rules.send(0, REQUEST);
  ports[0]?.answer(ARMED);
  ports[0]?.answer({ ...ARMED, sending: 1 });
  ports[0]?.die();
  ports[1]?.answer(ARMED);
  expect([rules.sending.value, ports[1]?.sent.map(({ kind }) => kind)]).toEqual(['asked', ['arm']]);
  ports[1]?.answer({ ...ARMED, sending: 1 });
  ports[1]?.answer(ARMED);
  expect(rules.sending.value).toBeUndefined();
});
