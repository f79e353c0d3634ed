// The list of rules: switch, match and response of each.
import { useRef } from 'preact/hooks';
import type { PageRule } from '@/lib/messages/page-rules';
import type { PageRules } from '@/lib/panel/page-rules';
import { readPageRules, writePageRules } from '@/lib/panel/page-rules-file';
import { useSession, useWorkspace } from '../app/context';
import { DialogNotice, useDialogUndo } from '../app/notice-bar';
import { notify, notifyUndoable } from '../app/notices';
import { isPartShown } from '../export/export-file';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { NumberField } from '../ui/number-field';
import {
  addFault,
  changeEvents,
  failRequests,
  holdEvents,
  LIVE_FAULTS,
  serveSession,
  serveShown,
} from './make-rules';
import { RuleResponse } from './rule-response';

const words = TEXTS.rules;

interface RuleRowProps {
  readonly rule: PageRule;
  readonly position: number;
  readonly affected: number;
  /** Content type of a response that the rule could not change. */
  readonly notEditable: string | undefined;
  /** Undefined deletes the rule. */
  change(next: PageRule | undefined): void;
  up(): void;
}

function RuleRow({ rule, position, affected, notEditable, change, up }: RuleRowProps) {
  const { isOn, match } = rule;
  const setText = (key: 'url' | 'userText', text: string) => {
    const { [key]: _, ...others } = match;
    change({ ...rule, match: text === '' ? others : { ...others, [key]: text } });
  };
  return (
    <tr class={isOn ? '' : 'dim'}>
      <td>
        <input
          type="checkbox"
          aria-label={words.isOn(position)}
          checked={isOn}
          onChange={({ currentTarget }) => change({ ...rule, isOn: currentTarget.checked })}
        />
      </td>
      <td class="number">{position}</td>
      <td>
        <RuleResponse rule={rule} position={position} change={change} />
        {notEditable !== undefined && <p class="error">{words.notEditable(notEditable)}</p>}
      </td>
      <td>
        <input
          type="text"
          aria-label={words.url(position)}
          title={words.urlHint}
          placeholder={words.columns.url}
          value={match.url ?? ''}
          onChange={({ currentTarget }) => setText('url', currentTarget.value)}
        />
      </td>
      <td>
        <input
          type="text"
          aria-label={words.text(position)}
          placeholder={words.columns.text}
          value={match.userText ?? ''}
          onChange={({ currentTarget }) => setText('userText', currentTarget.value)}
        />
      </td>
      <td>
        <NumberField
          label={words.nth(position)}
          title={words.nthHint}
          placeholder={words.every}
          value={match.nth}
          min={1}
          onNumber={(nth) => {
            const { nth: _, ...others } = match;
            change({ ...rule, match: nth === undefined ? others : { ...others, nth } });
          }}
        />
      </td>
      <td class="number">
        <span class="rule-figure">{affected}</span>
        <span class="rule-sentence">{words.affected(affected)}</span>
      </td>
      <td>
        <button type="button" aria-label={words.up(position)} disabled={position === 1} onClick={up}>
          ↑
        </button>
        <button
          type="button"
          aria-label={words.remove(position)}
          onClick={({ currentTarget }) => {
            // The button disappears; Ctrl+Z works anywhere in the dialog.
            currentTarget.closest('dialog')?.focus();
            change(undefined);
          }}
        >
          ✕
        </button>
      </td>
    </tr>
  );
}

function RuleTable({ rules }: { rules: PageRules }) {
  const workspace = useWorkspace();
  const list = rules.list.value;
  const { affected, notEditable } = rules.state.value;
  if (list.length === 0) return <p class="dim">{words.none}</p>;
  const { columns } = words;
  const remove = (index: number, rule: PageRule) => {
    const wasArmed = rules.isArmed.peek();
    rules.set(list.toSpliced(index, 1));
    notifyUndoable(workspace, words.removed(index + 1), () => {
      rules.set(rules.list.peek().toSpliced(index, 0, rule));
      // Without a rule, the others have stopped.
      if (wasArmed) rules.start();
    });
  };
  const changeAt = (index: number, rule: PageRule) => (next: PageRule | undefined) =>
    next === undefined ? remove(index, rule) : rules.set(list.with(index, next));
  const upFrom = (index: number) => () => {
    const [rule] = list.slice(index, index + 1);
    if (rule !== undefined) rules.set(list.toSpliced(index, 1).toSpliced(index - 1, 0, rule));
  };
  return (
    <div class="rules-box">
      <table aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{columns.on}</th>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">{columns.action}</th>
            <th scope="col">{columns.url}</th>
            <th scope="col">{columns.text}</th>
            <th scope="col">{columns.nth}</th>
            <th scope="col" class="number">
              {columns.affected}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {list.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              position={index + 1}
              affected={affected[rule.id] ?? 0}
              notEditable={notEditable[rule.id]}
              change={changeAt(index, rule)}
              up={upFrom(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RulesDialog() {
  const workspace = useWorkspace();
  const { host, dialog } = workspace;
  const session = useSession();
  const { pageRules } = host;
  const chooser = useRef<HTMLInputElement>(null);
  const undo = useDialogUndo();
  if (pageRules === undefined) return null;
  const close = () => (dialog.value = undefined);
  const read = async (file: File) => {
    const found = readPageRules(await file.text());
    if (found === undefined) notify(workspace, 'error', words.notRules(file.name));
    else pageRules.set(found);
  };
  const isArmed = pageRules.isArmed.value && pageRules.inForce.value > 0;
  const list = pageRules.list.value;
  const canStart = !isArmed && list.some(({ isOn }) => isOn);
  return (
    <Dialog label={words.title} class="rules" onClose={close} undo={undo}>
      <h2>{words.title}</h2>
      <p class="dim">{words.howTo}</p>
      <RuleTable rules={pageRules} />
      <div class="rules-add">
        <button type="button" onClick={() => void serveSession(workspace)}>
          {words.serveRecording}
        </button>
        {isPartShown(session) && (
          <button type="button" onClick={() => void serveShown(workspace)}>
            {words.serveShown}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            dialog.value = 'serve';
          }}
        >
          {words.serveEvents}
        </button>
        <button type="button" onClick={() => failRequests(workspace)}>
          {words.failRequests}
        </button>
        <button type="button" onClick={() => holdEvents(workspace)}>
          {words.holdEvents}
        </button>
        <button type="button" onClick={() => changeEvents(workspace)}>
          {words.changeEvents}
        </button>
        <select
          aria-label={words.addFault}
          value=""
          onChange={({ currentTarget }) => {
            addFault(workspace, currentTarget.value);
            currentTarget.value = '';
          }}
        >
          <option value="">{words.addFault}</option>
          {LIVE_FAULTS.map(({ id, summary }) => (
            <option key={id} value={id}>
              {summary}
            </option>
          ))}
        </select>
        <input
          ref={chooser}
          type="file"
          class="hidden"
          aria-hidden="true"
          tabIndex={-1}
          accept=".json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void read(file);
            currentTarget.value = '';
          }}
        />
        <button type="button" onClick={() => chooser.current?.click()}>
          {words.import}
        </button>
        <button
          type="button"
          disabled={list.length === 0}
          onClick={() => host.save('rules.json', 'application/json', [writePageRules(list)])}
        >
          {words.export}
        </button>
      </div>
      <div class="dialog-buttons">
        <DialogNotice />
        <span role="status" class={canStart ? 'sign-warning' : 'dim'}>
          {isArmed ? words.changing(pageRules.inForce.value) : list.length > 0 && words.stopped}
        </span>
        <span class="spring" />
        <button
          type="button"
          class={canStart ? 'primary' : ''}
          disabled={!isArmed && !canStart}
          onClick={() => (isArmed ? pageRules.stop() : pageRules.start())}
        >
          {isArmed ? words.stop : words.start}
        </button>
        <button type="button" class={canStart ? '' : 'primary'} onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
