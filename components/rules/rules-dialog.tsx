// The list of rules: each on or off, its match and its answer.
import { useRef } from 'preact/hooks';
import type { PageRule, PageRuleAction } from '@/lib/messages/page-rules';
import type { PageRules } from '@/lib/panel/page-rules';
import { readPageRules, writePageRules } from '@/lib/panel/page-rules-file';
import { useWorkspace } from '../app/context';
import { say } from '../app/notices';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { FAILURE, failRequests, serveSession } from './make-rules';

const words = TEXTS.rules;

interface RuleRowProps {
  readonly rule: PageRule;
  readonly position: number;
  readonly affected: number;
  /** Undefined deletes the rule. */
  change(next: PageRule | undefined): void;
  up(): void;
}

type FailKind = keyof typeof words.actions;

function failure(kind: FailKind): PageRuleAction {
  return kind === 'status' ? FAILURE : { kind };
}

function Answer({ rule, position, change }: RuleRowProps) {
  const { action } = rule;
  const set = (next: PageRuleAction) => change({ ...rule, action: next });
  if (action.kind === 'serve')
    return (
      <>
        <span>{words.served(action.source, action.exchanges.length)}</span>{' '}
        <select
          aria-label={words.pace(position)}
          value={String(action.pace)}
          onChange={({ currentTarget }) => set({ ...action, pace: Number(currentTarget.value) })}
        >
          {Object.entries(words.paces).map(([pace, label]) => (
            <option key={pace} value={pace}>
              {label}
            </option>
          ))}
        </select>{' '}
        <label>
          <input
            type="checkbox"
            checked={action.isPaused}
            onChange={({ currentTarget }) => set({ ...action, isPaused: currentTarget.checked })}
          />{' '}
          {words.paused}
        </label>
      </>
    );
  return (
    <>
      <select
        aria-label={words.action(position)}
        value={action.kind}
        onChange={({ currentTarget }) =>
          // One of the options below.
          set(failure(currentTarget.value as FailKind))
        }
      >
        {Object.entries(words.actions).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {action.kind === 'status' && (
        <input
          class="rule-status"
          type="number"
          min={200}
          max={599}
          aria-label={words.status(position)}
          value={action.status}
          onChange={({ currentTarget }) => {
            const { valueAsNumber: status, validity } = currentTarget;
            if (validity.valid && !Number.isNaN(status)) set({ ...action, status });
          }}
        />
      )}
    </>
  );
}

function RuleRow(props: RuleRowProps) {
  const { rule, position, affected, change, up } = props;
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
        <Answer {...props} />
      </td>
      <td>
        <input
          type="text"
          aria-label={words.url(position)}
          title={words.urlHint}
          placeholder="*"
          value={match.url ?? ''}
          onChange={({ currentTarget }) => setText('url', currentTarget.value)}
        />
      </td>
      <td>
        <input
          type="text"
          aria-label={words.text(position)}
          value={match.userText ?? ''}
          onChange={({ currentTarget }) => setText('userText', currentTarget.value)}
        />
      </td>
      <td>
        <input
          class="rule-nth"
          type="number"
          min={1}
          aria-label={words.nth(position)}
          placeholder={words.every}
          value={match.nth ?? ''}
          onChange={({ currentTarget }) => {
            const { nth: _, ...others } = match;
            const nth = currentTarget.valueAsNumber;
            change({ ...rule, match: Number.isInteger(nth) && nth > 0 ? { ...others, nth } : others });
          }}
        />
      </td>
      <td class="number">{affected}</td>
      <td>
        <button type="button" aria-label={words.up(position)} disabled={position === 1} onClick={up}>
          ↑
        </button>
        <button type="button" aria-label={words.remove(position)} onClick={() => change(undefined)}>
          ✕
        </button>
      </td>
    </tr>
  );
}

function RuleTable({ rules }: { rules: PageRules }) {
  const list = rules.list.value;
  const { affected } = rules.state.value;
  if (list.length === 0) return <p class="dim">{words.none}</p>;
  const { columns } = words;
  const changeAt = (index: number) => (next: PageRule | undefined) =>
    rules.set(next === undefined ? list.toSpliced(index, 1) : list.with(index, next));
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
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {list.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              position={index + 1}
              affected={affected[rule.id] ?? 0}
              change={changeAt(index)}
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
  const { pageRules } = host;
  const chooser = useRef<HTMLInputElement>(null);
  if (pageRules === undefined) return null;
  const close = () => {
    dialog.value = undefined;
  };
  const read = async (file: File) => {
    const found = readPageRules(await file.text());
    if (found === undefined) say(workspace, 'error', words.notRules(file.name));
    else pageRules.set(found);
  };
  const isArmed = pageRules.isArmed.value;
  const list = pageRules.list.value;
  return (
    <Dialog label={words.title} class="rules" onClose={close}>
      <h2>{words.title}</h2>
      <p class="dim">{words.howTo}</p>
      <RuleTable rules={pageRules} />
      <div class="rules-add">
        <button type="button" onClick={() => void serveSession(workspace)}>
          {words.serveRecording}
        </button>
        <button type="button" onClick={() => failRequests(workspace)}>
          {words.failRequests}
        </button>
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
        <button
          type="button"
          disabled={!isArmed && !list.some(({ isOn }) => isOn)}
          onClick={() => (isArmed ? pageRules.stop() : pageRules.start())}
        >
          {isArmed ? words.stop : words.start}
        </button>
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
