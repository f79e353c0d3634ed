// Rules of the page: the bar while an event is held, its editor, and rows that change events.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { importText } from '@/components/files/open';
import { changeEvents, failRequests, holdEvents } from '@/components/page-rules/make-rules';
import type { HeldCommand } from '@/lib/messages/arming';
import type { PageRule } from '@/lib/messages/page-rules';
import { contextMenu, one, setValue, textsOf } from '../support/dom';
import { FINISHED, STARTED, sseRecords } from '../support/logs';
import { createTestRules } from '../support/page-rules';
import { showPanel, type TestPanel } from '../support/panel';
import { whileRunning } from '../support/sessions';
import { events } from '../support/stream-text';

let panel: TestPanel;
const START = '{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"weather"}';
const holds: PageRule = {
  id: 'r',
  isOn: true,
  match: {},
  action: { kind: 'change', event: { query: 'type:TOOL_CALL_START' }, edit: { kind: 'hold' } },
};

async function held(text: string | undefined = START) {
  const sent: [HeldCommand, string | undefined][] = [];
  const rules = createTestRules([holds], {
    isArmed: true,
    affected: { r: 1 },
    held: [{ id: 'h', rule: 'r', type: 'TOOL_CALL_START', ...(text !== '' && { text }) }],
  });
  const resume = (command: HeldCommand, id?: string) => void sent.push([command, id]);
  const { list, state } = rules;
  panel = await showPanel(undefined, { host: { pageRules: { ...rules, resume } } });
  return { list, state, sent };
}

const bar = () => panel.container.querySelector('.rules-bar');

test('the bar names the held event, and sends what is done with it', async () => {
  const { state, sent } = await held();
  expect(bar()?.textContent).toContain('holding TOOL_CALL_START (rule 1)');
  for (const name of ['Continue', 'Next event', 'Drop', 'End stream here', 'Send RUN_ERROR'])
    await panel.click('button', name);
  const kinds = ['forward', 'next', 'drop', 'end', 'run-error'];
  expect(sent).toEqual(kinds.map((kind) => [{ kind }, 'h']));
  await act(() => void (state.value = { ...state.value, held: [] }));
  expect(bar()?.textContent).not.toContain('holding');
});

async function openEditor() {
  await panel.click('button', 'Change…');
  await expect.poll(() => panel.container.querySelector('dialog.held')).not.toBeNull();
}
const edit = (text: string) => setValue(one(panel.container, 'dialog.held textarea'), text, 'input');
const check = () => panel.container.querySelector('#held-check')?.textContent ?? '';

test('an edited held event is checked by its schema and forwarded as one line, even if it is invalid', async () => {
  const { sent, state } = await held();
  await openEditor();
  expect(check()).toBe('Valid AG-UI event.');
  await edit('{"type":"TOOL_CALL_START","toolCallId":1}');
  expect(check()).toMatch(/^Invalid at \/toolCall/);
  await edit('{"type":"TOOL');
  expect(check()).toMatch(/^Not valid JSON: /);
  await edit('[]');
  expect(check()).toBe('Not an event: not a JSON object.');
  await edit('{\n  "type": "NEW"\n}');
  expect(check()).toBe('Not an AG-UI event: the type is NEW.');
  await panel.click('button', 'Forward although invalid');
  expect(sent).toEqual([[{ kind: 'replace', event: '{"type":"NEW"}' }, 'h']]);
  await openEditor();
  await act(() => void (state.value = { ...state.value, held: [] }));
  expect(check()).toBe('The event is no longer held.');
});

test.each([
  ['Insert before', false],
  ['Insert after', true],
])('a held event is forwarded unchanged with another one: %s', async (name, isAfter) => {
  const { sent } = await held();
  await openEditor();
  await edit('{ "type": "NEW" }');
  await panel.click('button', name);
  expect(sent).toEqual([[{ kind: 'insert', event: '{"type":"NEW"}', isAfter }, 'h']]);
  expect(panel.container.querySelector('dialog.held')).toBeNull();
});

test('Escape keeps the edited event, Cancel discards it', async () => {
  await held();
  await openEditor();
  await edit('{"type":"NEW"}');
  const text = () => one<HTMLTextAreaElement>(panel.container, 'dialog.held textarea').value;
  // As the browser closes it by Escape.
  await act(() => void one(panel.container, 'dialog.held').dispatchEvent(new Event('close')));
  expect(panel.container.querySelector('dialog.held')).toBeNull();
  await openEditor();
  expect(text()).toBe('{"type":"NEW"}');
  await panel.click('button', 'Cancel');
  await openEditor();
  expect(text()).toContain('TOOL_CALL_START');
});

test('a draft belongs to the run at which the editor was opened', async () => {
  await held();
  const { workspace } = panel;
  const editor = () => panel.container.querySelector<HTMLTextAreaElement>('dialog.held textarea');
  const open = async () => {
    await act(() => void (workspace.dialog.value = 'serve'));
    await expect.poll(editor).not.toBeNull();
  };
  await open();
  const records = sseRecords(events('run r9 on t9 · end'), { threadId: 't9', runId: 'r9', messages: [] });
  await panel.feed({ doc: 'd9', frameId: 0, n: 0, records });
  await edit('[1]');
  await edit('[12]');
  await act(() => void one(panel.container, 'dialog.held').dispatchEvent(new Event('close')));
  await open();
  expect(editor()?.value).toContain('"runId":"r9"');
  await act(() => void one(panel.container, 'dialog.held').dispatchEvent(new Event('close')));
  await act(() => workspace.current.value.session.cursor.goTo(0));
  await open();
  expect(editor()?.value).toBe('[12]');
});

test('an event that is too long is not edited', async () => {
  await held('');
  expect(panel.find('button', 'Change…')).toHaveProperty('disabled', true);
});

test('the events of a rule are a filter; terms that need the log are problems', async () => {
  const { list } = await held();
  await panel.click('button', 'Rules…');
  const input = () => panel.container.querySelector<HTMLInputElement>('dialog.rules .rule-query');
  await expect.poll(() => input()?.value).toBe('type:TOOL_CALL_START');
  const enter = async (text: string) => {
    await setValue(one(panel.container, 'dialog.rules .rule-query'), text);
    return list.value[0]?.action;
  };
  expect(await enter(' path:/total -type:STATE_SNAPSHOT ')).toMatchObject({
    event: { query: 'path:/total -type:STATE_SNAPSHOT' },
  });
  const problem = () => panel.container.querySelector('dialog.rules .error')?.textContent;
  expect(problem()).toBeUndefined();
  await enter('gap:>2s');
  expect(problem()).toBe('gap: needs the whole log. Rules match type:, tool:, id:, path: and words.');
  await enter('typ:TEXT_MESSAGE_*');
  expect(problem()).toBeUndefined();
  expect(panel.container.querySelector('dialog.rules td [role=status]')?.textContent).toBe(
    "typ: is not a field. Did you mean 'type:'?",
  );
  expect(await enter('')).toMatchObject({ event: {} });
  expect(problem()).toBeUndefined();
  expect(panel.container.querySelector('dialog.rules td [role=status]')).toBeNull();
});

test('a number that a rule cannot use is marked, and replaced by the used one when the field is left', async () => {
  const { list } = await held();
  const status: PageRule['action'] = { kind: 'status', status: 500, body: '', contentType: '' };
  await act(() => void (list.value = [{ ...holds, action: status }]));
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.container.querySelector('[aria-label="Status of rule 1"]')).not.toBeNull();
  const problem = () => panel.container.querySelector('dialog.rules .error')?.textContent;
  const field = (name: string) => one<HTMLInputElement>(panel.container, `[aria-label="${name}"]`);
  const enter = async (name: string, text: string) => {
    await setValue(field(name), text, 'input');
    await setValue(field(name), text);
  };
  const leave = (name: string) => act(() => void field(name).dispatchEvent(new Event('blur')));
  const name = 'Status of rule 1';
  await enter(name, '204');
  expect(list.value[0]?.action).toMatchObject({ status: 204 });
  for (const text of ['42', '1000', '', '204.5']) {
    await enter(name, text);
    expect(problem()).toBe('Ignored: enter a whole number from 200 to 599.');
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    // News of the page does not take away what is typed.
    await act(() => void (list.value = [...list.value]));
    expect(field(name).value).toBe(text);
    await leave(name);
    expect([field(name).value, problem()]).toEqual(['204', undefined]);
    expect(list.value[0]?.action).toMatchObject({ status: 204 });
  }
  const nth = 'Request number of rule 1';
  await enter(nth, '3');
  await enter(nth, '0');
  expect(problem()).toBe('Ignored: enter a whole number of 1 or more.');
  await leave(nth);
  expect(field(nth).value).toBe('3');
  await enter(nth, '');
  await leave(nth);
  expect(problem()).toBeUndefined();
  expect(list.value[0]?.match).toEqual({});
});

test('the event of a rule is checked like a held one, and used although it is invalid', async () => {
  const { list } = await held();
  const action = (event: object): PageRule['action'] => ({
    kind: 'change',
    event,
    edit: { kind: 'replace', event: START },
  });
  await act(() => void (list.value = [{ ...holds, action: action({}) }]));
  await panel.click('button', 'Rules…');
  const text = () => one(panel.container, 'dialog.rules .rule-event');
  await expect.poll(() => panel.container.querySelector('dialog.rules .rule-event')).not.toBeNull();
  const problem = () => panel.container.querySelector('dialog.rules .error')?.textContent;
  expect(problem()).toBeUndefined();
  await setValue(text(), '{"type":"CUSTOM", broken');
  expect(problem()).toMatch(/^Not valid JSON: .*The page gets it although it is invalid\.$/);
  expect(text().getAttribute('aria-invalid')).toBe('true');
  expect(list.value[0]?.action).toMatchObject({ edit: { event: '{"type":"CUSTOM", broken' } });
  await setValue(text(), '{"type":"ASK"}');
  expect(problem()).toMatch(/^Not an AG-UI event: the type is ASK/);
  await act(() => void (list.value = [{ ...holds, action: action({ isSent: true }) }]));
  await setValue(text(), '{"type":"ASK"}');
  expect(problem()).toBeUndefined();
});

test('a rule with a URL may be about what the page sends', async () => {
  const { list, state, sent } = await held();
  const box = () => panel.container.querySelector<HTMLInputElement>('dialog.rules [title^="Matches"] input');
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.container.querySelector('dialog.rules')).not.toBeNull();
  const [rule = holds] = list.value;
  expect(box()).toBeNull();
  await act(() => void (list.value = [{ ...rule, match: { url: '*/socket' } }]));
  await act(() => box()?.click());
  expect(list.value[0]?.action).toMatchObject({ event: { isSent: true } });
  await panel.click('button', 'Close');
  await act(() => {
    state.value = {
      ...state.value,
      held: [{ id: 'h', rule: 'r', type: 'ASK', isSent: true, text: '{"type":"ASK"}' }],
    };
  });
  expect(bar()?.textContent).toContain('holding ASK sent by the page (rule 1)');
  await panel.click('button', 'Change…');
  await expect.poll(check).toBe('Valid JSON.');
  await panel.click('button', 'Forward changed');
  expect(sent).toEqual([[{ kind: 'replace', event: '{"type":"ASK"}' }, 'h']]);
});

const eventRules = (list: readonly PageRule[]) =>
  list.map(({ action }) => (action.kind === 'change' ? [action.edit.kind, action.event.query] : []));

test('events like one of the list, or those of its filter, are held', async () => {
  const { list, ...rules } = createTestRules([]);
  panel = await showPanel([JSON.parse(START)], { host: { pageRules: { list, ...rules } } });
  const { workspace } = panel;
  await contextMenu(one(panel.container, '[data-seq="0"]'));
  await panel.click('menuitem', 'Hold TOOL_CALL_START of the page…');
  await expect
    .poll(() => eventRules(list.value))
    .toEqual([['hold', 'type:"TOOL_CALL_START" tool:"weather"']]);
  const { filter } = workspace.current.value.session;
  filter.text.value = 'path:/total -type:STATE_SNAPSHOT';
  holdEvents(workspace);
  filter.text.value = 'gap:>2s';
  changeEvents(workspace);
  expect(eventRules(list.value)).toEqual([
    ['drop', 'type:TEXT_MESSAGE_CONTENT'],
    ['hold', 'path:/total -type:STATE_SNAPSHOT'],
    ['hold', 'type:"TOOL_CALL_START" tool:"weather"'],
  ]);
});

test('a row sets what happens to an event, and shows what it cannot change', async () => {
  const { list, state } = await held();
  await panel.click('button', 'Rules…');
  const select = () => panel.container.querySelector<HTMLSelectElement>('dialog.rules td select');
  await expect.poll(select).not.toBeNull();
  const choose = async (name: string) => {
    await setValue(one(panel.container, 'dialog.rules td select'), name);
    return list.value[0]?.action;
  };
  expect(select()?.value).toBe('hold');
  const event = { query: 'type:TOOL_CALL_START' };
  await panel.click('checkbox', 'hold the server too');
  expect(list.value[0]?.action).toEqual({
    kind: 'change',
    event,
    edit: { kind: 'hold', hasBackPressure: true },
  });
  expect(await choose('insert-after')).toMatchObject({ event, edit: { kind: 'insert', isAfter: true } });
  expect(select()?.value).toBe('insert-after');
  expect(await choose('delay')).toEqual({ kind: 'change', event, edit: { kind: 'delay', ms: 5000 } });
  expect(await choose('network-error')).toEqual({ kind: 'network-error' });
  await act(() => void (state.value = { ...state.value, notEditable: { r: 'application/x-proto' } }));
  expect(panel.container.querySelector('dialog.rules td .error')?.textContent).toContain(
    'the type of the response is application/x-proto',
  );
});

test('a replacement begins with the event that the rule matches, and otherwise with an example', async () => {
  const { list, ...rules } = createTestRules([holds]);
  panel = await showPanel([STARTED, JSON.parse(START)], { host: { pageRules: { list, ...rules } } });
  await act(() => void (panel.workspace.dialog.value = 'rules'));
  const choose = async (name: string) => {
    await expect.poll(() => panel.container.querySelector('dialog.rules td select')).not.toBeNull();
    await setValue(one(panel.container, 'dialog.rules td select'), name);
    return list.value[0]?.action;
  };
  expect(await choose('replace')).toMatchObject({ edit: { kind: 'replace', event: START } });
  await act(() => void (list.value = [holds]));
  expect(await choose('insert-before')).toMatchObject({ edit: { event: expect.stringContaining('CUSTOM') } });
  await act(() => {
    list.value = [
      { ...holds, action: { kind: 'change', event: { query: 'tool:other' }, edit: { kind: 'drop' } } },
    ];
  });
  expect(await choose('replace')).toMatchObject({ edit: { event: expect.stringContaining('CUSTOM') } });
});

test('events are written, beginning with those of the run at the cursor, and served', async () => {
  const rules = createTestRules([]);
  const [first, second, end] = [STARTED, { ...STARTED, runId: 'r2' }, FINISHED];
  panel = await showPanel([first, end, second, JSON.parse(START)], { host: { pageRules: rules } });
  const { workspace } = panel;
  const editor = () => panel.container.querySelector<HTMLTextAreaElement>('dialog.held textarea');
  const begin = async (seq: number) => {
    workspace.dialog.value = undefined;
    workspace.current.value.session.cursor.at.value = seq;
    await expect.poll(editor).toBeNull();
    workspace.dialog.value = 'serve';
    await expect.poll(editor).not.toBeNull();
    return JSON.parse(editor()?.value ?? 'null');
  };
  expect(await begin(1)).toEqual([first, end]);
  expect(await begin(3)).toEqual([second, JSON.parse(START)]);
  const status = () => panel.container.querySelector('#serve-check')?.textContent;
  expect(status()).toBe('2 valid events of AG-UI.');
  await edit('{}');
  expect(status()).toBe('Not an array of events, or an empty one.');
  expect(panel.find('button', 'Serve as they are')).toHaveProperty('disabled', true);
  await edit(JSON.stringify([first, { type: 'TOOL_CALL_START', toolCallId: 1 }]));
  expect(status()).toMatch(/^Event 2: Invalid at \/toolCall/);
  await panel.click('button', 'Serve as they are');
  expect(rules.list.value).toMatchObject([
    {
      match: {},
      action: { kind: 'serve', source: 'written events', exchanges: [{ thread: 't', run: 'r' }] },
    },
  ]);
  expect(rules.isArmed.value).toBe(true);
});

const serveShown = 'Serve the filtered events to the page…';

test('filtered events are served, in the selected time', async () => {
  const rules = createTestRules([]);
  panel = await showPanel(undefined, { host: { pageRules: rules } });
  const runs = events('run r1 · custom noise 1 · end · run r2 · custom noise 1 · end');
  const { workspace, turns } = panel;
  await act(() => whileRunning(turns, importText(workspace, 'talk.json', JSON.stringify(runs))));
  const { filter, list } = workspace.current.value.session;
  await act(() => void (workspace.dialog.value = 'rules'));
  await expect.poll(() => panel.container.querySelector('dialog.rules')).not.toBeNull();
  expect(textsOf(panel.container, 'dialog.rules button')).not.toContain(serveShown);
  await act(() => {
    filter.text.value = '-type:CUSTOM';
    list.range.value = { from: 3, to: 5 };
  });
  await panel.click('button', serveShown);
  await expect.poll(() => rules.list.value).toHaveLength(1);
  const [rule] = rules.list.value;
  expect(rule?.action).toMatchObject({ kind: 'serve', exchanges: [{ run: 'r2' }] });
  const exchanges = rule?.action.kind === 'serve' ? rule.action.exchanges : [];
  const types = exchanges.map(({ chunks }) =>
    chunks.map(({ text = '' }) => /"type":"(\w+)"/.exec(text)?.[1]),
  );
  expect(types).toEqual([['RUN_STARTED', 'RUN_FINISHED']]);
});

test('a run that is too long for the editor begins with an example, and a note', async () => {
  const long = { type: 'STATE_SNAPSHOT', snapshot: 'x'.repeat(300_000) };
  panel = await showPanel([STARTED, long], { host: { pageRules: createTestRules([]) } });
  panel.workspace.dialog.value = 'serve';
  const dialog = () => panel.container.querySelector('dialog.held');
  await expect.poll(() => dialog()?.textContent).toContain('An example:');
  expect(dialog()?.querySelector('textarea')?.value).toContain('"delta":"Hello."');
});

test('a deleted rule comes back by Ctrl+Z and by the button, which are in the dialog', async () => {
  const { list } = await held();
  await panel.click('button', 'Rules…');
  const dialog = () => one(panel.container, 'dialog.rules');
  await expect.poll(() => panel.container.querySelector('dialog.rules')).not.toBeNull();
  const [rule] = list.value;
  await panel.click('button', 'Delete rule 1');
  expect(list.value).toEqual([]);
  expect(one(dialog(), '.bar-info').textContent).toContain('Rule 1 was deleted.');
  await panel.press(dialog(), 'z', { ctrlKey: true });
  expect(list.value).toEqual([rule]);
  await panel.click('button', 'Delete rule 1');
  await act(() => one(dialog(), '.bar-info button').click());
  expect(list.value).toEqual([rule]);
});

test('a file without rules is reported in the dialog', async () => {
  await held();
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.container.querySelector('dialog.rules')).not.toBeNull();
  const chooser = one<HTMLInputElement>(panel.container, 'dialog.rules input[type=file]');
  Object.defineProperty(chooser, 'files', { value: [new File(['[]x'], 'notes.json')] });
  await act(() => void chooser.dispatchEvent(new Event('change')));
  await expect
    .poll(() => panel.container.querySelector('dialog.rules [role=alert]')?.textContent)
    .toContain('notes.json contains no rules');
});

test('an example waits for its switch while rules run; Undo of the only rule starts it again', async () => {
  const { list, isArmed, ...rules } = createTestRules([holds], { isArmed: true });
  const set = (next: readonly PageRule[]) => {
    list.value = next;
    if (next.length === 0) isArmed.value = false;
  };
  panel = await showPanel(undefined, { host: { pageRules: { ...rules, list, isArmed, set } } });
  await act(() => changeEvents(panel.workspace));
  expect(list.value.map(({ isOn }) => isOn)).toEqual([false, true]);
  await act(() => void (list.value = [holds]));
  await expect.poll(() => panel.container.querySelector('dialog.rules')).not.toBeNull();
  await panel.click('button', 'Delete rule 1');
  expect([list.value, isArmed.value]).toEqual([[], false]);
  await panel.click('button', 'Undo');
  expect([list.value, isArmed.value]).toEqual([[holds], true]);
});

test('a new rule starts the rules, but neither rules that were stopped nor an example', async () => {
  const rules = createTestRules([]);
  panel = await showPanel(undefined, { host: { pageRules: rules } });
  const { workspace } = panel;
  const status = () =>
    panel.container.querySelector('dialog.rules .dialog-buttons [role=status]')?.textContent;
  await act(() => changeEvents(workspace));
  expect(rules.isArmed.value).toBe(false);
  await expect.poll(status).toBe('The rules are stopped: they change nothing.');
  await act(() => failRequests(workspace));
  expect([rules.isArmed.value, rules.list.value.length]).toEqual([false, 2]);
  await panel.click('button', 'Start');
  expect(status()).toBe('2 rules change this page');
  await panel.click('button', 'Stop');
  await act(() => void (rules.list.value = rules.list.value.map((rule) => ({ ...rule, isOn: false }))));
  await act(() => failRequests(workspace));
  expect(rules.isArmed.value).toBe(true);
});

test('a written event is kept while another change is tried', async () => {
  const { list } = await held();
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.container.querySelector('dialog.rules td select')).not.toBeNull();
  const choose = (name: string) => setValue(one(panel.container, 'dialog.rules td select'), name);
  await choose('replace');
  await setValue(one(panel.container, 'dialog.rules .rule-event'), '{"type":"MINE"}');
  await choose('drop');
  await choose('network-error');
  await choose('insert-before');
  expect(list.value[0]?.action).toMatchObject({ edit: { kind: 'insert', event: '{"type":"MINE"}' } });
});
