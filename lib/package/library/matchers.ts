// Matchers for anything whose `expect` can be extended: Vitest, Jest, Playwright.
import { harmless } from '@/lib/core/agui/harmless';
import { counted } from '@/lib/core/json/format';
import { checkSource } from './check';
import { at } from './functions';
import { LensError } from './lens-error';
import { read, readResponse } from './read';
import { inputKind } from './recording';
import type { AguiEvent, AtOptions, CheckOptions, Finding, Recorded, Source } from './types';

/** A source that is awaited: a response, a file, or a promise of any source. */
export type LateSource = Response | Blob | ApiResponse | PromiseLike<Source | Response | Blob | ApiResponse>;

/** Playwright's response. */
interface ApiResponse {
  body(): Promise<Uint8Array>;
  headers(): Readonly<Record<string, string>>;
  status(): number;
  url(): string;
}

/** An expected message: its content, or some of its fields, also as asymmetric matchers. */
export type ExpectedMessage = string | Readonly<Record<string, unknown>>;

/** Result of a matcher, as test runners take it. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Maximum number of findings in a message. */
const FINDINGS_MAX = 5;
const EVENT_MAX = 300;

function isApiResponse(value: object): value is ApiResponse {
  return 'body' in value && typeof value.body === 'function' && 'headers' in value;
}

/** A response or a file, also of another realm, which test runners create. */
function isBody(value: object): value is Response | Blob {
  return 'arrayBuffer' in value && typeof value.arrayBuffer === 'function';
}

async function readLate(received: LateSource): Promise<Recorded> {
  const value = await received;
  if (typeof value !== 'object' || value === null) return read(value);
  if (isBody(value))
    return 'headers' in value ? readResponse(value) : read(new Uint8Array(await value.arrayBuffer()));
  if (!isApiResponse(value)) return read(value);
  const headers = new Headers({ 'content-type': value.headers()['content-type'] ?? '' });
  const response = new Response(new Uint8Array(await value.body()), { status: value.status(), headers });
  return readResponse(response, { name: value.url() });
}

function isLate(received: unknown): received is LateSource {
  if (typeof received !== 'object' || received === null) return false;
  return isBody(received) || 'then' in received || isApiResponse(received);
}

function isSource(received: unknown): received is Source {
  if (typeof received === 'string') return true;
  return typeof received === 'object' && received !== null && !isLate(received);
}

/** Runs a matcher on a source. A source that cannot be read fails the test, also after `not`. */
function judged(
  received: unknown,
  judge: (recorded: Recorded) => MatcherResult,
): MatcherResult | Promise<MatcherResult> {
  const answer = (recorded: Recorded): MatcherResult => {
    const { pass, message } = judge(recorded);
    // Test runners print it.
    return { pass, message: () => harmless(message()) };
  };
  if (isLate(received)) return readLate(received).then(answer);
  if (isSource(received)) return answer(read(received));
  throw new LensError(
    `Expected a Response, text, bytes, or an array of events, but got ${inputKind(received)}.`,
  );
}

interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

function isAsymmetric(value: object): value is AsymmetricMatcher {
  return 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';
}

function definedEntries(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}

/**
 * Compares like test runners: `expected` may hold asymmetric matchers (`expect.any(String)`). Without `isWhole`, the
 * outermost object may have more fields.
 */
export function matches(value: unknown, expected: unknown, { isWhole = false } = {}): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) !== Array.isArray(value)) return false;
  const [own, wanted] = [definedEntries(value), definedEntries(expected)];
  if (isWhole && own.size !== wanted.size) return false;
  return [...wanted].every(([key, each]) => own.has(key) && matches(own.get(key), each, { isWhole: true }));
}

function eventText(event: AguiEvent | undefined): string {
  const text = event === undefined ? '' : JSON.stringify(event);
  return text.length > EVENT_MAX ? `${text.slice(0, EVENT_MAX)}…` : text;
}

function findingText(recorded: Recorded, { rule, seq, message, impact, fix, clientStops }: Finding): string {
  const event = recorded.events[seq];
  const place = event === undefined ? 'without an event' : `event ${seq}, ${event.type || 'no type'}`;
  const linesOfValues = [
    `${rule} (${place}${clientStops ? '; the client stops here' : ''})`,
    message,
    impact,
    `Fix: ${fix}`,
    eventText(event?.event),
  ];
  return linesOfValues.filter((line) => line !== '').join('\n    ');
}

function validityOf(recorded: Recorded, options: CheckOptions): MatcherResult {
  const { ok, findings } = checkSource(recorded, options, true);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const shown = errors.slice(0, FINDINGS_MAX).map((finding) => `  ${findingText(recorded, finding)}`);
  const more = errors.length > FINDINGS_MAX ? `\n\n  … and ${errors.length - FINDINGS_MAX} more` : '';
  const message = ok
    ? () =>
        `Expected ${recorded.name} to break AG-UI, but no error was found in its ${counted(recorded.events.length, 'event')}.`
    : () =>
        `Expected ${recorded.name} to be valid AG-UI, but found ${counted(errors.length, 'error')}:\n\n${shown.join('\n\n')}${more}`;
  return { pass: ok, message };
}

function wanted(message: ExpectedMessage): unknown {
  return typeof message === 'string' ? { content: message } : message;
}

/** JSON with asymmetric matchers as test runners name them. */
function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  if (isAsymmetric(value)) {
    if ('toAsymmetricMatcher' in value && typeof value.toAsymmetricMatcher === 'function')
      return String(value.toAsymmetricMatcher());
    return 'sample' in value ? `${String(value)} ${valueText(value.sample)}` : String(value);
  }
  if (value instanceof RegExp) return String(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return valueText(value.toJSON());
  if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`;
  const members = [...definedEntries(value)].map(
    ([key, each]) => `${JSON.stringify(key)}:${valueText(each)}`,
  );
  return `{${members.join(',')}}`;
}

function linesOfValues(messages: readonly unknown[]): string {
  return messages.map((message) => `  ${valueText(message)}`).join('\n') || '  (none)';
}

function endResult(
  recorded: Recorded,
  expected: readonly ExpectedMessage[],
  options: AtOptions,
): MatcherResult {
  const { messages } = at(recorded, options);
  const end = expected.length === 0 ? messages : messages.slice(-expected.length);
  const pass =
    end.length === expected.length && expected.every((each, index) => matches(end[index], wanted(each)));
  const not = pass ? 'not ' : '';
  const message = () =>
    `Expected ${recorded.name} ${not}to end with these messages:\n${linesOfValues(expected.map(wanted))}\n\nIt has ${counted(messages.length, 'message')}, the last of them:\n${linesOfValues(end)}`;
  return { pass, message };
}

function stateOf(recorded: Recorded, expected: unknown, options: AtOptions): MatcherResult {
  const { state } = at(recorded, options);
  const pass = matches(state, expected, { isWhole: true });
  const message = () =>
    `Expected ${recorded.name} ${pass ? 'not ' : ''}to end with this state:\n${linesOfValues([expected])}\n\nIt has:\n${linesOfValues([state])}`;
  return { pass, message };
}

/** For `expect.extend`. */
export const aguiMatchers = {
  toBeValidAgui: (received: unknown, options: CheckOptions = {}) =>
    judged(received, (recorded) => validityOf(recorded, options)),
  toEndWithMessages: (received: unknown, expected: readonly ExpectedMessage[], options: AtOptions = {}) =>
    judged(received, (recorded) => endResult(recorded, expected, options)),
  toEndWithState: (received: unknown, expected: unknown, options: AtOptions = {}) =>
    judged(received, (recorded) => stateOf(recorded, expected, options)),
};

/** A promise for sources that are awaited. */
type MatcherReturn<R, T> = R extends Promise<void> ? R : T extends LateSource ? Promise<void> : R;

/** Matchers of `expect(received)`. */
export interface AguiMatchers<R, T> {
  /**
   * Has no error for its client: the one that its request shows, else the stock client 1.0, or that of the options.
   * Await it for responses.
   */
  toBeValidAgui(options?: CheckOptions): MatcherReturn<R, T>;
  /**
   * Ends with these messages: texts for the contents, or objects with some of the fields. Await it for responses.
   */
  toEndWithMessages(expected: readonly ExpectedMessage[], options?: AtOptions): MatcherReturn<R, T>;
  /** Ends with this state. Await it for responses. */
  toEndWithState(expected: unknown, options?: AtOptions): MatcherReturn<R, T>;
}
