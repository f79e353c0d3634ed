// Parses a decoded event like client 1.0: its compatibility boundary and its enforcement, with their warnings. Fast
// for plainly valid events, which nearly all are.
import type { Event } from '@ag-ui/core';
import { untyped, withTypes } from '@/lib/core/agui/encrypted-types';
import { enforce } from '@/lib/core/agui/enforce';
import {
  asEvent,
  EVENT_TYPES,
  type EventTypeName,
  isEventType,
  isThinkingType,
  type ThinkingTypeName,
} from '@/lib/core/agui/events';
import { fieldsOf, isPlainlyValid, RUN_SCOPED } from '@/lib/core/agui/fields';
import { asideText, conversionText } from '@/lib/core/agui/repair';
import type { ClientDraft } from '@/lib/core/clients/client-node';
import type { CheckId, Violation } from '@/lib/core/clients/verdict';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import type { LoggedEvent } from '@/lib/core/log/types';
import { translateThinking } from '@/lib/core/model/thinking';

/** Receives what the client prints to the console. */
export type ReportWarning = (check: CheckId, text: string) => void;

/** The event to continue with, undefined if it was dropped, or the violation that stops the client. */
export type Understood = { readonly event: Event } | { readonly violation: Violation } | undefined;

const BASE_KEYS = ['type', 'timestamp', 'rawEvent', 'metadata', 'subagentRunId'];
const known = new Map<EventTypeName, ReadonlySet<string>>();

function knownKeys(type: EventTypeName): ReadonlySet<string> {
  const cached = known.get(type);
  if (cached !== undefined) return cached;
  const base = RUN_SCOPED.has(type) ? BASE_KEYS.slice(0, -1) : BASE_KEYS;
  const keys = new Set([...base, ...fieldsOf(type).map(([key]) => key)]);
  known.set(type, keys);
  return keys;
}

function removalText(pointer: string, type: string): string {
  return `[ag-ui][enforce] Removed unrecognised material at '${pointer}' on ${type}. Nothing handled it; see the repo-root DEPRECATIONS.md if it is a retired shape.`;
}

function withoutUnknown(event: JsonObject, type: EventTypeName, warn: ReportWarning): JsonObject {
  const keys = knownKeys(type);
  let hasUnknown = false;
  for (const key in event) {
    if (keys.has(key)) continue;
    hasUnknown = true;
    warn('unknown-property', removalText(`/${key}`, type));
  }
  if (!hasUnknown) return event;
  return Object.fromEntries(Object.entries(event).filter(([key]) => keys.has(key)));
}

function enforced(event: JsonObject, type: EventTypeName, warn: ReportWarning): Understood {
  if (isPlainlyValid(event, type)) {
    return { event: asEvent(withoutUnknown(event, type, warn)) };
  }
  const result = enforce(event, type, (text) => warn('old-spelling', text));
  for (const pointer of result.removed ?? []) warn('unknown-property', removalText(pointer, type));
  if (result.ok) return { event: asEvent(result.event) };
  return { violation: { check: 'malformed-event', text: result.error } };
}

function dropped(event: JsonObject, type: string, warn: ReportWarning): Understood {
  if (event['rawEvent'] === null) {
    warn('old-spelling', conversionText(`${type}.rawEvent: null`, 'an absent field'));
  }
  warn(
    'unknown-type',
    `[ag-ui][enforce] Dropping unrecognised event '${type}': no middleware translated it and the protocol does not describe it.`,
  );
  return undefined;
}

const MINTING: ReadonlySet<string> = new Set([
  'THINKING_END',
  'THINKING_TEXT_MESSAGE_CONTENT',
  'THINKING_TEXT_MESSAGE_END',
]);

function mintingText(type: string, id: string): string {
  return asideText(
    `Minting a messageId ('${id}') for ${type}: no THINKING opener preceded it, so there was no id to continue. The id is this client's invention, not the producer's, and verification will reject the translated event for naming something nothing opened.`,
  );
}

/** The event without a null `rawEvent`, which the boundary removes first, and without a title, which 1.0 lacks. */
function cleaned(event: JsonObject, type: ThinkingTypeName): JsonObject {
  return Object.fromEntries(
    Object.entries(event).filter(
      ([key, value]) =>
        !(key === 'rawEvent' && value === null) && !(key === 'title' && type === 'THINKING_START'),
    ),
  );
}

function translated(
  node: ClientDraft,
  { event, seq }: { event: JsonObject; seq: number },
  type: ThinkingTypeName,
  warn: ReportWarning,
): Understood {
  const spell = (text: string): void => warn('old-spelling', text);
  const isSpan = type === 'THINKING_START' || type === 'THINKING_END';
  const isMinted = (isSpan ? node.thinkingSpan : node.thinkingMessage) === undefined;
  const { title, rawEvent } = event;
  if (rawEvent === null) spell(conversionText(`${type}.rawEvent: null`, 'an absent field'));
  const result = translateThinking(node, type, { event: cleaned(event, type), seq });
  const becomes = result.type;
  // For an opener, the conversion is printed first; for an end, the made-up id.
  const texts = [conversionText(type, becomes)];
  if (isMinted && MINTING.has(type)) {
    const minted = mintingText(type, String(result['messageId']));
    if (type.endsWith('_CONTENT')) texts.push(minted);
    else texts.unshift(minted);
  }
  for (const text of texts) spell(text);
  if (title !== undefined && type === 'THINKING_START') {
    spell(
      asideText(
        `Dropping THINKING_START.title ${JSON.stringify(title)}: REASONING_START has no title field, so the span's label cannot be carried and nothing downstream can recover it.`,
      ),
    );
  }
  return enforced(result, becomes, warn);
}

// Types that have only string fields: an event decoded without problems is valid, except for nulls and unknown keys.
const SIMPLE = /^(TEXT_MESSAGE|TOOL_CALL_(START|ARGS|END|CHUNK)|REASONING|STEP)_?/;
const simple: ReadonlySet<string> = new Set(EVENT_TYPES.filter((type) => SIMPLE.test(type)));

/** The event, if it passes unchanged and without a warning, as nearly all do; undefined if it must be examined. */
export function plainEvent({ event, original, type, problems }: LoggedEvent): Event | undefined {
  if (event === undefined || original !== undefined || problems.length > 0) return undefined;
  if (!isEventType(type)) return undefined;
  const keys = knownKeys(type);
  for (const key in event) {
    if (!keys.has(key) || event[key] === null) return undefined;
  }
  return simple.has(type) || isPlainlyValid(event, type) ? asEvent(event) : undefined;
}

export function understand(node: ClientDraft, logged: LoggedEvent, warn: ReportWarning): Understood {
  const { problems, seq } = logged;
  if (isPacked(logged)) return { violation: unreadable(logged) };
  const event = logged.original ?? logged.event;
  // The decoder may have changed the type when it respelled the event.
  const spelled = logged.original?.['type'];
  const type = typeof spelled === 'string' ? spelled : logged.type;
  if (event !== undefined && type !== '') {
    if (isEventType(type)) return enforced(event, type, warn);
    if (isThinkingType(type)) return translated(node, { event, seq }, type, warn);
    return dropped(event, type, warn);
  }
  const problem = problems[0];
  if (problem?.code === 'unknown-type') {
    warn('unknown-type', problem.message);
    return undefined;
  }
  return { violation: unreadable(logged) };
}

/** Parses like client 1.1, which knows the type of an encrypted value that 1.0 removes. */
export function understand11(node: ClientDraft, logged: LoggedEvent, warn: ReportWarning): Understood {
  const { event: source, original, type } = logged;
  const event = original === undefined ? untyped(source, type) : undefined;
  if (event === undefined) return understand(node, logged, warn);
  const understood = understand(node, { ...logged, event }, warn);
  if (understood === undefined || 'violation' in understood) return understood;
  const { event: kept } = understood;
  return { event: isJsonObject(kept) ? asEvent(withTypes(kept, source)) : kept };
}

/** True for the first of several events in one frame, which clients do not split. */
export function isPacked({ problems, original, stream }: LoggedEvent): boolean {
  if (stream.framing !== 'sse' || stream.transport === 'event-source' || original !== undefined) return false;
  return problems.some(({ code, clientText }) => code === 'dialect' && clientText !== undefined);
}

export function unreadable({ problems }: LoggedEvent): Violation {
  const problem = problems.find(({ clientText }) => clientText !== undefined) ?? problems[0];
  const text = problem?.clientText ?? problem?.message ?? 'This frame contains no event.';
  return { check: 'unreadable-frame', text };
}
