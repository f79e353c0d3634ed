// The action of a rule: a response instead of the server's, or changes of its events.
import { useRef } from 'preact/hooks';
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { createEventQuery, eventQueryHint } from '@/lib/core/query/event-query';
import { isFieldName } from '@/lib/core/query/fields';
import type { EventEdit } from '@/lib/messages/event-edits';
import { type ActionOf, DELAY_MAX_MS, type PageRule, type PageRuleAction } from '@/lib/messages/page-rules';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { NumberField } from '../ui/number-field';
import { checkEvent, checkMessage } from './check-event';
import { FAILURE } from './make-rules';

const words = TEXTS.rules;

interface RuleResponseProps {
  readonly rule: PageRule;
  readonly position: number;
  change(next: PageRule): void;
}

interface ActionProps<A> {
  readonly action: A;
  readonly position: number;
  set(next: PageRuleAction): void;
}

type ResponseName = keyof typeof words.actions;
type EditName = keyof typeof words.edits;
type ChangeAction = ActionOf<'change'>;

const NEW_EVENT = '{"type":"CUSTOM","name":"inserted","value":null}';
const DELAY_MS = 5000;

const isEdit = (name: string): name is EditName => Object.hasOwn(words.edits, name);

function nameOf(edit: EventEdit): EditName {
  if (edit.kind !== 'insert') return edit.kind;
  return edit.isAfter ? 'insert-after' : 'insert-before';
}

/** Number of newest events that are searched for an example. */
const SEARCHED_MAX = 10_000;

/** The newest event of the session that a rule matches, as JSON. */
function matchedEvent({ log, filter: { facts } }: Session, query: string): string | undefined {
  const { passes } = createEventQuery(query);
  for (let seq = log.length - 1; seq >= Math.max(0, log.length - SEARCHED_MAX); seq--) {
    const logged = log.at(seq);
    if (logged?.event === undefined) continue;
    const { type, raw: text, event } = logged;
    if (passes({ type, tool: facts.toolOf(logged), text, event }))
      return JSON.stringify(logged.original ?? event);
  }
  return undefined;
}

const writtenIn = (action: PageRuleAction): string | undefined =>
  action.kind === 'change' && 'event' in action.edit ? action.edit.event : undefined;

/** An edit of that kind, with the event that was written before. `matched` returns the event to be replaced. */
function editOf(name: EditName, written: string | undefined, matched: () => string | undefined): EventEdit {
  const event = written ?? (name === 'replace' ? matched() : undefined) ?? NEW_EVENT;
  switch (name) {
    case 'insert-before':
    case 'insert-after':
      return { kind: 'insert', event, isAfter: name === 'insert-after' };
    case 'replace':
      return { kind: name, event };
    case 'delay':
      return { kind: name, ms: DELAY_MS };
    default:
      return { kind: name };
  }
}

/** Parts of a rule that its other actions do not have. */
interface Drafts {
  readonly match: ChangeAction['event'];
  readonly written?: string | undefined;
}

function actionOf(name: string, { match: event, written }: Drafts, session: Session): PageRuleAction {
  if (isEdit(name)) {
    const matched = () =>
      event.query === undefined || event.isSent ? undefined : matchedEvent(session, event.query);
    return { kind: 'change', event, edit: editOf(name, written, matched) };
  }
  // The options below use these names.
  const kind = name as ResponseName;
  return kind === 'status' ? FAILURE : { kind };
}

function ServeFields({ action, position, set }: ActionProps<ActionOf<'serve'>>) {
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
}

function StatusField({ action, position, set }: ActionProps<ActionOf<'status'>>) {
  return (
    <NumberField
      label={words.status(position)}
      value={action.status}
      min={200}
      max={599}
      onNumber={(status = action.status) => set({ ...action, status })}
    />
  );
}

function EditField({ action, position, set }: ActionProps<ChangeAction>) {
  const { edit, event } = action;
  if (edit.kind === 'delay')
    return (
      <NumberField
        label={words.ms(position)}
        value={edit.ms}
        min={0}
        max={DELAY_MAX_MS}
        unit={words.msUnit}
        onNumber={(ms = edit.ms) => set({ ...action, edit: { ...edit, ms } })}
      />
    );
  if (edit.kind === 'hold')
    return event.isSent ? null : (
      <label title={words.backPressureHint}>
        <input
          type="checkbox"
          checked={edit.hasBackPressure === true}
          onChange={({ currentTarget }) =>
            set({ ...action, edit: { ...edit, hasBackPressure: currentTarget.checked } })
          }
        />{' '}
        {words.backPressure}
      </label>
    );
  if (!('event' in edit)) return null;
  const { isValid, text } = event.isSent ? checkMessage(edit.event) : checkEvent(edit.event);
  return (
    <>
      <textarea
        class="rule-event"
        rows={3}
        spellcheck={false}
        aria-label={words.eventJson(position)}
        aria-invalid={!isValid}
        value={edit.event}
        onChange={({ currentTarget }) => set({ ...action, edit: { ...edit, event: currentTarget.value } })}
      />
      {!isValid && (
        <p class="error" role="alert">
          {text}
          <br />
          {words.sentInvalid}
        </p>
      )}
    </>
  );
}

interface ChangeProps extends ActionProps<ChangeAction> {
  /** True if the rule also matches connections. */
  readonly hasUrl: boolean;
}

function ChangeFields({ hasUrl, ...props }: ChangeProps) {
  const { action, position, set } = props;
  const { event } = action;
  const { query = '' } = event;
  const [problem] = createEventQuery(query, isFieldName).problems;
  const hint = problem === undefined ? eventQueryHint(query, isFieldName) : undefined;
  return (
    <div class="rule-event-match">
      <input
        type="text"
        list="rule-event-types"
        class="rule-query"
        aria-label={words.eventQuery(position)}
        aria-invalid={problem !== undefined}
        title={words.eventQueryHint}
        placeholder={words.anyEvent}
        spellcheck={false}
        value={query}
        onChange={({ currentTarget }) => {
          const { query: _, ...others } = event;
          const text = currentTarget.value.trim();
          set({ ...action, event: text === '' ? others : { ...others, query: text } });
        }}
      />
      <datalist id="rule-event-types">
        {EVENT_TYPES.map((type) => (
          <option key={type} value={`type:${type}`} />
        ))}
      </datalist>
      <NumberField
        label={words.eventNth(position)}
        title={words.eventNthHint}
        placeholder={words.each}
        value={event.nth}
        min={1}
        onNumber={(nth) => {
          const { nth: _, ...others } = event;
          set({ ...action, event: nth === undefined ? others : { ...others, nth } });
        }}
      />
      <EditField {...props} />
      {(hasUrl || event.isSent) && (
        <label title={words.sentHint}>
          <input
            type="checkbox"
            checked={event.isSent === true}
            onChange={({ currentTarget }) => {
              // An event filter does not fit messages, and vice versa.
              const { query: _, isSent: __, ...others } = event;
              set({ ...action, event: currentTarget.checked ? { ...others, isSent: true } : others });
            }}
          />{' '}
          {words.sent}
        </label>
      )}
      {problem !== undefined && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="sign-warning" role="status">
          {hint}
        </p>
      )}
    </div>
  );
}

function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([name, label]) => (
    <option key={name} value={name}>
      {label}
    </option>
  ));
}

export function RuleResponse({ rule, position, change }: RuleResponseProps) {
  const { action } = rule;
  const session = useSession();
  const drafts = useRef<Drafts>({ match: {} });
  const set = (next: PageRuleAction) => change({ ...rule, action: next });
  const choose = (name: string) => {
    if (action.kind === 'change')
      drafts.current = { match: action.event, written: writtenIn(action) ?? drafts.current.written };
    set(actionOf(name, drafts.current, session));
  };
  if (action.kind === 'serve') return <ServeFields action={action} position={position} set={set} />;
  return (
    <>
      <select
        aria-label={words.action(position)}
        value={action.kind === 'change' ? nameOf(action.edit) : action.kind}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <optgroup label={words.answers}>{options(words.actions)}</optgroup>
        <optgroup label={words.changes}>{options(words.edits)}</optgroup>
      </select>
      {action.kind === 'status' && <StatusField action={action} position={position} set={set} />}
      {action.kind === 'change' && (
        <ChangeFields action={action} position={position} set={set} hasUrl={rule.match.url !== undefined} />
      )}
    </>
  );
}
