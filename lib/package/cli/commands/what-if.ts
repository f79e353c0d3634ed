// `lens what-if`: what each client would make of a recorded response that breaks.

import { consumers } from '@/lib/core/consumers/consumers';
import { counted } from '@/lib/core/json/format';
import { grouped } from '@/lib/core/json/sorted';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { exchangeOf, toBatches } from '@/lib/core/what-if/answered-request';
import { faults } from '@/lib/core/what-if/faults';
import { endText, predicted, type WhatIf, type WhatIfRow, whatIf } from '@/lib/core/what-if/what-if';
import { type Arguments, type Command, countOf, listed } from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { DIALECT, openArgument } from '@/lib/package/cli/open-file';
import { written } from '@/lib/package/cli/out-file';
import { plainSource, writerOf, writtenText } from '@/lib/package/library/convert';
import { oneOf } from '@/lib/package/library/lens-error';
import { openBatches } from '@/lib/package/library/open';

/** Clients whose behaviour is known. */
const CLIENTS = consumers.map(({ id }) => id).filter((id) => !['observer', 'own', 'unknown'].includes(id));

function namesOf(args: Arguments, option: string, all: readonly string[]): readonly string[] {
  const given = args.options.get(option);
  return given === undefined ? all : listed(given).map((name) => oneOf(option, all, name));
}

/** The exchange of a run, by its number; by default of the last one that has events. */
function chosenExchange(args: Arguments) {
  const file = openArgument(args);
  const { runs } = createHistory(modelFold, file.log).head();
  const number = countOf(args, 'run', 0, 1);
  const run = number === 0 ? [...runs].findLast(({ events }) => events > 0) : runs.at(number - 1);
  if (run !== undefined && run.events > 0)
    return { name: file.name, run, exchange: exchangeOf(file.log, run.stream) };
  if (runs.length === 0 || number === 0) throw new CliError(`${file.name} contains no run with events.`);
  if (run === undefined)
    throw new CliError(`There is no run ${number} in ${file.name}, which has ${runs.length}.`);
  throw new CliError(`Run ${number} of ${file.name} has no event.`);
}

function cellText({ outcome, isSameMessages, isSameState, isSameEnd, newFindings }: WhatIf): string {
  const parts = [
    ...(isSameMessages ? [] : [`messages differ (${outcome.messages.length} at the end)`]),
    ...(isSameState ? [] : ['state differs']),
    ...(isSameEnd ? [] : [endText(outcome)]),
    ...(newFindings.length === 0 ? [] : [`[${newFindings.join(', ')}]`]),
  ];
  return isSameMessages && isSameState && isSameEnd ? ['the same', ...parts].join(' ') : parts.join('; ');
}

export const NOT_APPLICABLE = 'This fault does not apply to this response.';

/** One line for all clients that end alike. */
export function whatIfLines(cells: readonly WhatIf[]): readonly string[] {
  return [...grouped(cells, cellText)].map(([text, same]) => {
    const isEvery = same.length === cells.length && cells.length > 1;
    const who = isEvery ? 'every client' : same.map(({ client }) => client).join(', ');
    return `${who}: ${text}`;
  });
}

function rowText({ fault, response, cells }: WhatIfRow, { paint }: Arguments): string {
  const head = `${paint('strong', fault.id)}  ${fault.summary}\n`;
  if (response === undefined) return `${head}  ${NOT_APPLICABLE}\n`;
  return `${head}${whatIfLines(cells)
    .map((line) => `  ${line}\n`)
    .join('')}`;
}

function rowJson({ fault, response, cells }: WhatIfRow): object {
  return { fault: fault.id, summary: fault.summary, applies: response !== undefined, clients: cells };
}

export const whatIfCommand: Command = {
  name: 'what-if',
  summary:
    'Prints what each client would make of a recorded response that breaks: cut, doubled, stalled, no JSON.',
  files: ['file'],
  options: {
    run: { value: 'N', summary: 'Number of the run, from 1 (default: the last with events).' },
    client: { value: 'NAME,NAME', summary: `Only these clients: ${CLIENTS.join(', ')}.` },
    fault: { value: 'NAME,NAME', summary: `Only these faults: ${faults.map(({ id }) => id).join(', ')}.` },
    out: {
      value: 'FILE',
      summary: 'Writes the response with one fault as a recording instead, for `lens serve` or the panel.',
    },
    dialect: DIALECT,
  },
  flags: { json: 'Prints one JSON object, with the messages and the state of each app.' },
  examples: [
    ['run.agui.jsonl', 'Every fault and every client.'],
    ['run.agui.jsonl --client tanstack --fault cut,network-error', 'Two faults for one client.'],
    ['run.agui.jsonl --fault cut --out cut.agui.jsonl', 'The cut response, to be served or looked at.'],
  ],
  exitCodes: '0 printed, 1 the fault does not apply, 2 an unreadable file, or no such run.',
  run(args) {
    const { name, run, exchange } = chosenExchange(args);
    const all = predicted(exchange);
    const clients = namesOf(
      args,
      'client',
      all.map(({ id }) => id),
    );
    const chosen = namesOf(
      args,
      'fault',
      faults.map(({ id }) => id),
    );
    const wanted = faults.filter(({ id }) => chosen.includes(id));
    const out = args.options.get('out');
    if (out !== undefined) {
      if (args.options.has('client') || args.flags.has('json'))
        throw new CliError('--out writes the broken response alone: leave out --client and --json.');
      const [fault, ...others] = wanted;
      const response = others.length === 0 ? fault?.make(exchange) : undefined;
      if (fault === undefined || others.length > 0)
        throw new CliError('--out writes one response: name it with --fault.');
      if (response === undefined)
        throw new CliError(`The fault ${fault.id} does not apply to this response.`, 1);
      const broken = openBatches({ name: `${fault.id} of ${name}`, batches: toBatches(exchange, response) });
      const text = writtenText(writerOf('recording', 'to'), plainSource(broken));
      return { output: written(args, text), isData: true, exitCode: 0 };
    }
    const rows = [
      ...whatIf(
        exchange,
        all.filter(({ id }) => clients.includes(id)),
        wanted,
      ),
    ];
    if (args.flags.has('json'))
      return {
        output: [`${JSON.stringify({ run: run.index + 1, faults: rows.map(rowJson) }, null, 2)}\n`],
        exitCode: 0,
      };
    const size = exchange.frames.length;
    const rest = size === run.events ? '' : `, in a response of ${size}`;
    const head = `Run ${run.index + 1} of ${name}, ${counted(run.events, 'event')}${rest}: the app of each client, against the recorded response.\n\n`;
    return { output: [head, rows.map((row) => rowText(row, args)).join('\n')], exitCode: 0 };
  },
};
