// The recorded exchange that answers a request.
import { lastQuestion } from '@/lib/core/agui/request';
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import type { RecordedExchange } from './recorded-exchanges';

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  /** The run request; undefined for any other. */
  readonly input: JsonObject | undefined;
}

/** Results of tools after the last other message, and answers of interrupts: what a request goes on with. */
function answersIn(input: JsonObject | undefined): readonly Json[] {
  const messages = objectsIn(input?.['messages']);
  const last = messages.findLastIndex(({ role }) => role !== 'tool');
  const results = messages.slice(last + 1).map(({ content }) => content ?? null);
  const { resume = null } = input ?? {};
  const resumed = isJsonArray(resume)
    ? resume.map((each) => (isJsonObject(each) ? (each['payload'] ?? null) : each))
    : [];
  return [...results, ...resumed];
}

const turnsOf = (input: JsonObject | undefined): number =>
  objectsIn(input?.['messages']).filter(({ role }) => role === 'user').length;

const urlPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** Rates an exchange as the answer to a run request; 0 if it is none. */
function fit(exchange: RecordedExchange, { input, path }: AskedRequest): number {
  const recorded = exchange.stream.input;
  const question = lastQuestion(input).trim();
  if (recorded === undefined || lastQuestion(recorded).trim() !== question) return 0;
  const answers = answersIn(input);
  const expected = answersIn(recorded);
  // A result may differ, as times do; that there is one may not.
  if (answers.length !== expected.length) return 0;
  const isSame = JSON.stringify(answers) === JSON.stringify(expected);
  const isSameTurn = turnsOf(input) === turnsOf(recorded);
  const isSamePath = urlPath(exchange.stream.url) === path;
  return 1 + Number(isSame) * 4 + Number(isSameTurn) * 2 + Number(isSamePath);
}

interface ChosenExchange {
  readonly exchange: RecordedExchange;
  /** False for a run that was taken only because it is the next in the recording. */
  readonly isMatch: boolean;
}

/** Chooses exchanges; equal ones take turns, and the last of them goes on. */
export function createChooser(exchanges: readonly RecordedExchange[], isStrict: boolean) {
  const runs = exchanges.filter(({ stream }) => stream.input !== undefined || stream.events > 0);
  const times = new Map<RecordedExchange, number>();
  const take = (candidates: readonly RecordedExchange[]): RecordedExchange | undefined => {
    const unused = candidates.find((each) => !times.has(each));
    const exchange = unused ?? candidates.at(-1);
    if (exchange !== undefined) times.set(exchange, (times.get(exchange) ?? 0) + 1);
    return exchange;
  };
  return (asked: AskedRequest): ChosenExchange | undefined => {
    if (asked.input === undefined) {
      const same = exchanges.filter(
        ({ stream }) => stream.method === asked.method && urlPath(stream.url) === asked.path,
      );
      const exchange = take(same);
      return exchange && { exchange, isMatch: true };
    }
    const fits = runs.map((exchange) => fit(exchange, asked));
    const best = Math.max(0, ...fits);
    if (best > 0) {
      const exchange = take(runs.filter((_each, at) => fits[at] === best));
      return exchange && { exchange, isMatch: true };
    }
    // Of bare events there is no request to compare.
    const hasRequests = runs.some(({ stream }) => stream.input !== undefined);
    if (isStrict && hasRequests) return undefined;
    const exchange = take(runs);
    return exchange && { exchange, isMatch: !hasRequests };
  };
}
