// Matchers for anything whose `expect` can be extended: Vitest, Jest, Playwright.
import { harmless } from '@/lib/core/agui/harmless';
import { at } from './at';
import { checkOpened, orStock } from './check-opened';
import { kindOf } from './given';
import { openedOf } from './kept';
import { LensError } from './lens-error';
import { matches } from './matches';
import { read, readResponse } from './read';
import type { AguiEvent, AtOptions, CheckOptions, Finding, Recorded, Source } from './types';

/** What has to be read first, and is therefore awaited: a response, a file, or the promise of anything. */
export type LateSource = Response | Blob | ApiResponse | PromiseLike<Source | Response | Blob | ApiResponse>;

/** A response as Playwright has it. */
interface ApiResponse {
  body(): Promise<Uint8Array>;
  headers(): Readonly<Record<string, string>>;
  status(): number;
  url(): string;
}

/** A message as it is expected: a text for its content, or some of its fields; asymmetric matchers are fine. */
export type ExpectedMessage = string | Readonly<Record<string, unknown>>;

/** What a matcher answers. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** How many findings a message shows. */
const SHOWN = 5;
const EVENT_MAX = 300;

function isApiResponse(value: object): value is ApiResponse {
  return 'body' in value && typeof value.body === 'function' && 'headers' in value;
}

/** A response or a file, also one of another realm: test runners hand out such. */
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

/** Judges what was received, as soon as it is there. What cannot be read fails the test, also after `not`. */
function judged(
  received: unknown,
  judge: (recorded: Recorded) => MatcherResult,
): MatcherResult | Promise<MatcherResult> {
  const answer = (recorded: Recorded): MatcherResult => {
    const { pass, message } = judge(recorded);
    // A test runner prints it.
    return { pass, message: () => harmless(message()) };
  };
  if (isLate(received)) return readLate(received).then(answer);
  if (isSource(received)) return answer(read(received));
  throw new LensError(
    `Expected a Response, text, bytes, or an array of events, but got ${kindOf(received)}.`,
  );
}

function eventText(event: AguiEvent | undefined): string {
  const text = event === undefined ? '' : JSON.stringify(event);
  return text.length > EVENT_MAX ? `${text.slice(0, EVENT_MAX)}…` : text;
}

/** Which rule, which event, what it means, what to do. */
function findingText(recorded: Recorded, { rule, seq, message, impact, fix, clientStops }: Finding): string {
  const event = recorded.events[seq];
  const place = event === undefined ? 'without an event' : `event ${seq}, ${event.type || 'no type'}`;
  const lines = [
    `${rule} (${place}${clientStops ? '; the client stops here' : ''})`,
    message,
    impact,
    `To do: ${fix}`,
    eventText(event?.event),
  ];
  return lines.filter((line) => line !== '').join('\n    ');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function validityOf(recorded: Recorded, options: CheckOptions): MatcherResult {
  const { ok, findings } = checkOpened(openedOf(recorded, options), options, orStock);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const shown = errors.slice(0, SHOWN).map((finding) => `  ${findingText(recorded, finding)}`);
  const more = errors.length > SHOWN ? `\n\n  … and ${errors.length - SHOWN} more` : '';
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

function lines(messages: readonly unknown[]): string {
  return messages.map((message) => `  ${JSON.stringify(message)}`).join('\n') || '  (none)';
}

function endOf(recorded: Recorded, expected: readonly ExpectedMessage[], options: AtOptions): MatcherResult {
  const { messages } = at(recorded, options);
  const end = expected.length === 0 ? messages : messages.slice(-expected.length);
  const pass =
    end.length === expected.length && expected.every((each, index) => matches(end[index], wanted(each)));
  const not = pass ? 'not ' : '';
  const message = () =>
    `Expected ${recorded.name} ${not}to end with these messages:\n${lines(expected.map(wanted))}\n\nIt has ${counted(messages.length, 'message')}, the last of them:\n${lines(end)}`;
  return { pass, message };
}

function stateOf(recorded: Recorded, expected: unknown, options: AtOptions): MatcherResult {
  const { state } = at(recorded, options);
  const pass = matches(state, expected, { isWhole: true });
  const message = () =>
    `Expected ${recorded.name} ${pass ? 'not ' : ''}to end with this state:\n${lines([expected])}\n\nIt has:\n${lines([state])}`;
  return { pass, message };
}

/** For `expect.extend`. */
export const aguiMatchers = {
  /** Nothing in it is an error for the client that reads it, by default the stock client 1.0. */
  toBeValidAgui: (received: unknown, options: CheckOptions = {}) =>
    judged(received, (recorded) => validityOf(recorded, options)),
  /** Its conversation ends with these messages. */
  toEndWithMessages: (received: unknown, expected: readonly ExpectedMessage[], options: AtOptions = {}) =>
    judged(received, (recorded) => endOf(recorded, expected, options)),
  /** Its state at the end is this. */
  toEndWithState: (received: unknown, expected: unknown, options: AtOptions = {}) =>
    judged(received, (recorded) => stateOf(recorded, expected, options)),
};

/** What a matcher returns: a promise, if what it is given has to be read first. */
type Answer<R, T> = R extends Promise<void> ? R : T extends LateSource ? Promise<void> : R;

/** The matchers as `expect(received)` has them. */
export interface AguiMatchers<R, T> {
  /**
   * Nothing in it is an error for the client that reads it: the one that its request shows, the stock client 1.0 where
   * none does, or as the options say. A response is to be awaited.
   */
  toBeValidAgui(options?: CheckOptions): Answer<R, T>;
  /**
   * Its conversation ends with these messages: texts for the contents, or objects with the fields that matter. A
   * response is to be awaited.
   */
  toEndWithMessages(expected: readonly ExpectedMessage[], options?: AtOptions): Answer<R, T>;
  /** Its state at the end is this. A response is to be awaited. */
  toEndWithState(expected: unknown, options?: AtOptions): Answer<R, T>;
}
