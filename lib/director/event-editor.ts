// Edits the events of one response in order: finds the rule for each, waits while one is held or delayed, and notes
// each edit in the record of the response.
import { isJsonObject, parseJson, stringOrEmpty } from '../core/json/json';
import { createEventQuery, type EventQuery, type SingleEvent } from '../core/query/event-query';
import { HELD_TEXT_MAX, type HeldCommand, type HeldEvent } from '../messages/arming';
import { delayedBy, editedNote, forwardedNote, heldNote } from '../messages/edit-notes';
import { type EditedEvent, type EventEdit, type EventMatch, editEvent } from '../messages/event-edits';
import type { ActionOf } from '../messages/page-rules';

export interface EventRule {
  readonly id: string;
  /** Position of the rule in the list, from 1. */
  readonly position: number;
  readonly event: EventMatch;
  readonly edit: ActionOf<'change'>['edit'];
}

export interface EventEditorParts {
  /** Rules in force, in order: the first that matches an event edits it. */
  readonly rules: () => readonly EventRule[];
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  readonly onEdit: (rule: EventRule) => void;
  /** Writes a note into the record of the response, before the page gets the result. */
  readonly note: (text: string) => void;
  /** Called when an event is held; `resume` ends the hold. False lets the event continue. */
  readonly onHold: (event: Omit<HeldEvent, 'id'>, resume: (command: HeldCommand) => void) => boolean;
  readonly onResume: () => void;
}

/** Edits one event; undefined after the editor was stopped. */
type RunEdit = () => Promise<EditedEvent | undefined>;

interface EventEditor {
  /** Finds the rule for an event and counts the event. Must be called once per event, in order. */
  readonly editFor: (text: string) => RunEdit | undefined;
  /** True while an event is held without back pressure. */
  readonly mayReadAhead: () => boolean;
  /** Ends a delay, or a hold. */
  readonly goOn: (reason?: string) => void;
  /** Called when the response has ended. */
  readonly stop: () => void;
}

const DONE: Readonly<Record<Exclude<EventEdit['kind'], 'delay'>, string>> = {
  drop: 'dropped',
  hold: 'held',
  repeat: 'sent twice',
  halve: 'cut in half',
  replace: 'replaced',
  insert: 'an event was inserted before it',
  end: 'the response was ended here',
  break: 'the connection was broken here',
  'run-error': 'replaced by RUN_ERROR, and the response ended',
};

type HoldEdit = Extract<EventEdit, { readonly kind: 'hold' }>;

const OFF = 'the rules were switched off';

function didText(edit: EventEdit, waitedMs = 0): string {
  if (edit.kind === 'delay') return delayedBy(waitedMs);
  return edit.kind === 'insert' && edit.isAfter ? 'an event was inserted after it' : DONE[edit.kind];
}

/** Type of an event, safe for a log. */
const safeType = ({ type }: SingleEvent): string => (/^[\w.:-]{1,64}$/.test(type) ? type : 'an event');

function createEventReader(): (text: string) => SingleEvent {
  const tools = new Map<string, string>();
  return (text) => {
    const event = parseJson(text);
    if (!isJsonObject(event)) return { type: '', tool: '', text };
    const { type, toolCallId, toolCallName } = event;
    if (typeof toolCallId === 'string' && typeof toolCallName === 'string')
      tools.set(toolCallId, toolCallName);
    return {
      type: stringOrEmpty(type),
      tool: (typeof toolCallId === 'string' && tools.get(toolCallId)) || '',
      text,
      event,
    };
  };
}

export function createEventEditor(parts: EventEditorParts): EventEditor {
  const { rules, now, after, onEdit, note } = parts;
  const readEvent = createEventReader();
  const queries = new Map<string, EventQuery>();
  const counts = new Map<string, number>();
  let goOn = (_reason: string): void => {};
  let isOver = false;
  let mayReadAhead = false;
  /** The rule whose hold continues with the next event. */
  let stepping: EventRule | undefined;

  const queryFor = (text: string): EventQuery => {
    const query = queries.get(text) ?? createEventQuery(text);
    queries.set(text, query);
    return query;
  };
  /** The first rule for an event. Counts the event for every rule that checked it. */
  const ruleFor = (event: SingleEvent): EventRule | undefined =>
    rules().find(({ id, event: { query = '', nth } }) => {
      if (!queryFor(query).passes(event)) return false;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return nth === undefined || nth === count;
    });
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      goOn = () => resolve();
      after(ms, resolve);
    });
  const hold = async (
    event: SingleEvent,
    rule: EventRule,
    { hasBackPressure = false }: HoldEdit,
  ): Promise<EventEdit> => {
    const { text } = event;
    const type = safeType(event);
    const since = now();
    note(heldNote(type, rule.position));
    mayReadAhead = !hasBackPressure;
    const end = await new Promise<HeldCommand | string>((resolve) => {
      goOn = resolve;
      const isShort = text.length <= HELD_TEXT_MAX;
      if (!parts.onHold({ rule: rule.id, type, ...(isShort && { text }) }, resolve)) goOn(OFF);
    });
    mayReadAhead = false;
    goOn = () => {};
    parts.onResume();
    const command = typeof end === 'string' ? undefined : end;
    stepping = command?.kind === 'next' ? { ...rule, edit: { kind: 'hold', hasBackPressure } } : undefined;
    const edit = command && command.kind !== 'next' && command.kind !== 'forward' ? command : undefined;
    const did = edit ? didText(edit) : 'went on';
    const why = typeof end === 'string' ? `, because ${end}` : '';
    if (!isOver) note(forwardedNote(type, did, now() - since, why));
    return edit ?? { kind: 'hold' };
  };
  return {
    editFor(text) {
      const event = readEvent(text);
      const rule = ruleFor(event) ?? stepping;
      if (!rule) return undefined;
      return async () => {
        onEdit(rule);
        const own = rule.edit;
        const isHold = own.kind === 'hold';
        const edit = isHold ? await hold(event, rule, own) : own;
        const edited = editEvent(edit, text);
        const since = now();
        if (edited.delayMs > 0) await wait(edited.delayMs);
        if (isOver) return undefined;
        if (!isHold) note(editedNote(safeType(event), didText(edit, now() - since), rule.position));
        return edited;
      };
    },
    mayReadAhead: () => mayReadAhead,
    goOn(reason = OFF) {
      stepping = undefined;
      goOn(reason);
    },
    stop() {
      isOver = true;
      goOn(OFF);
    },
  };
}
