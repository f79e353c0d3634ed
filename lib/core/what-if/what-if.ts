// Reads a changed response as each client does, and compares the result with that of the recorded one.
import { appFold, endingForApp } from '@/lib/core/clients/app-fold';
import type { Ending } from '@/lib/core/clients/ending';
import type { Consumer } from '@/lib/core/consumers/consumer';
import { consumers, everyReader } from '@/lib/core/consumers/consumers';
import { readLog } from '@/lib/core/files/read-log';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { oneLine } from '@/lib/core/json/preview';
import { createLintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { asJson } from '@/lib/core/model/nodes';
import type { RunStatus } from '@/lib/core/model/types';
import {
  type AnsweredRequest,
  type FaultyResponse,
  recordedResponse,
  toBatches,
} from '@/lib/core/what-if/answered-request';
import type { Fault } from '@/lib/core/what-if/faults';

/** The app of one client after the end of a response. */
export interface AppOutcome {
  readonly messages: readonly Json[];
  readonly state: Json | undefined;
  readonly status: RunStatus | undefined;
  /** Result of the run's promise; undefined for clients whose result is unknown. */
  readonly ending: Ending | undefined;
  /** Ids of rules, sorted. */
  readonly findings: readonly string[];
}

/** The app of one client under a fault, compared with the same client without it. */
export interface WhatIf {
  readonly client: string;
  readonly outcome: AppOutcome;
  readonly isSameMessages: boolean;
  readonly isSameState: boolean;
  /** False if the run ends differently: another status, or another error for the app. */
  readonly isSameEnd: boolean;
  /** Rules that fire because of the fault. */
  readonly newFindings: readonly string[];
}

export interface WhatIfRow {
  readonly fault: Fault;
  /** Undefined if the fault does not apply. */
  readonly response: FaultyResponse | undefined;
  readonly cells: readonly WhatIf[];
}

/** The clients whose behaviour is predicted for a request. */
export function predicted({ stream }: Pick<AnsweredRequest, 'stream'>): readonly Consumer[] {
  return consumers.filter((each) => each.id !== 'observer' && each.profileFor(stream) !== undefined);
}

function outcomeOf(exchange: AnsweredRequest, response: FaultyResponse, consumer: Consumer): AppOutcome {
  const log = readLog(toBatches(exchange, response));
  const readers = everyReader(consumer);
  const view = createHistory(appFold(readers), log).head();
  const { model } = view;
  const [stream] = log.streams;
  const thread = model.threads.at(Math.max(0, model.current));
  const { findings } = createHistory(createLintFold(readers), log).head();
  return {
    messages: [...(thread?.messages ?? [])].map(({ message }) => asJson(message)),
    state: thread?.state,
    status: model.runs.at(model.runs.length - 1)?.status,
    ending: stream && endingForApp(view, stream),
    findings: [...new Set(findings.map(({ rule }) => rule))].sort(),
  };
}

function isSameEnding(a: AppOutcome, b: AppOutcome): boolean {
  return (
    a.status === b.status && a.ending?.promise === b.ending?.promise && a.ending?.text === b.ending?.text
  );
}

export function* whatIf(
  exchange: AnsweredRequest,
  clients: readonly Consumer[],
  faults: readonly Fault[],
): Iterable<WhatIfRow> {
  const recorded = recordedResponse(exchange);
  const before = new Map(clients.map((client) => [client, outcomeOf(exchange, recorded, client)]));
  for (const fault of faults) {
    const response = fault.make(exchange);
    const cells = [...before].flatMap(([client, plain]): WhatIf[] => {
      if (response === undefined) return [];
      const outcome = outcomeOf(exchange, response, client);
      return [
        {
          client: client.id,
          outcome,
          isSameMessages: isEqualJson([...outcome.messages], [...plain.messages]),
          isSameState: isEqualJson(outcome.state ?? null, plain.state ?? null),
          isSameEnd: isSameEnding(outcome, plain),
          newFindings: outcome.findings.filter((rule) => !plain.findings.includes(rule)),
        },
      ];
    });
    yield { fault, response, cells };
  }
}

const TEXT_MAX = 160;

export function endText({ status, ending }: AppOutcome): string {
  const promise = ending === undefined ? '' : `, runAgent ${ending.promise}`;
  const error = ending?.text === undefined ? '' : `: ${oneLine(ending.text, TEXT_MAX)}`;
  return `${status ?? 'no run'}${promise}${error}`;
}
