// `lens probe`: standard scenarios against a server, or many runs at once.
import { formatMs } from '@/lib/core/json/format';
import {
  type Arguments,
  type Command,
  choice,
  countOf,
  HEADER,
  headersOf,
  listed,
  urlOf,
} from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { type LoadResult, measureLoad } from '@/lib/package/cli/probe/load';
import type { ProbeTarget } from '@/lib/package/cli/probe/probe-client';
import { PROBE_FORMATS, probeOutputs, type ScenarioResult } from '@/lib/package/cli/probe/results';
import { createTalk, type Scenario, scenarios } from '@/lib/package/cli/probe/scenarios';

const TIMEOUT_S = 60;
const AT_ONCE = 10;

function targetOf(args: Arguments): ProbeTarget {
  const { href: url } = urlOf(args.positionals[0], 'The address of an agent', 'http://localhost:8000/agent');
  return { url, headers: headersOf(args), timeoutMs: countOf(args, 'timeout', TIMEOUT_S, 1) * 1000 };
}

function chosenScenarios(args: Arguments): readonly Scenario[] {
  const only = args.options.get('only');
  if (only === undefined) return scenarios;
  const given = listed(only);
  const unknown = given.find((name) => !scenarios.some(({ id }) => id === name));
  if (unknown === undefined) return scenarios.filter(({ id }) => given.includes(id));
  throw new CliError(
    `--only must name scenarios (${scenarios.map(({ id }) => id).join(', ')}), not '${unknown}'.`,
  );
}

function loadText({ runs, whole, problems, firstToken, total }: LoadResult): string {
  const times = ({ p50, p95, p99 }: LoadResult['total']): string =>
    [p50, p95, p99].map((ms) => (ms === undefined ? '–' : formatMs(ms))).join(' · ');
  const failures = Object.entries(problems).map(([problem, count]) => `${count} × ${problem}\n`);
  return [
    `${whole} of ${runs} runs succeeded.\n`,
    `first token  ${times(firstToken)}  (p50 · p95 · p99)\n`,
    `total        ${times(total)}\n`,
    ...failures,
  ].join('');
}

/** Ends with an error if something failed; its exit code is set by the error. */
async function* probed(args: Arguments): AsyncIterable<string> {
  const target = targetOf(args);
  const format = choice(args, 'format', PROBE_FORMATS);
  const results: ScenarioResult[] = [];
  for (const scenario of chosenScenarios(args)) {
    const start = performance.now();
    const outcome = await scenario.run(createTalk(target));
    const result = { scenario, ...outcome, ms: performance.now() - start };
    results.push(result);
    if (format === 'text') yield probeOutputs.text([result], args.paint);
  }
  if (format !== 'text') yield probeOutputs[format](results, args.paint);
  const failures = results.filter(({ verdict }) => verdict === 'failed').length;
  if (failures > 0) throw new CliError(`${failures} of ${results.length} scenarios failed.`, 1);
}

async function* loaded(args: Arguments, runs: number): AsyncIterable<string> {
  const result = await measureLoad(targetOf(args), runs, countOf(args, 'at-once', AT_ONCE, 1));
  const isJson = choice(args, 'format', PROBE_FORMATS) === 'json';
  yield isJson ? `${JSON.stringify(result, null, 2)}\n` : loadText(result);
  if (result.whole < runs) throw new CliError(`${runs - result.whole} of ${runs} runs failed.`, 1);
}

export const probeCommand: Command = {
  name: 'probe',
  summary: 'Sends standard requests to a server, and judges the responses.',
  files: ['URL'],
  options: {
    only: {
      value: 'NAME,NAME',
      summary: `Only these scenarios: ${scenarios.map(({ id }) => id).join(', ')}.`,
    },
    format: { value: PROBE_FORMATS.join('|'), summary: 'Output format (default: text).' },
    header: HEADER,
    timeout: { value: 'S', summary: `Limit of one request, seconds (default: ${TIMEOUT_S}).` },
    runs: { value: 'N', summary: 'Instead of the scenarios: N runs, and percentiles of their times.' },
    'at-once': { value: 'N', summary: `With --runs: how many at a time (default: ${AT_ONCE}).` },
  },
  examples: [
    ['http://localhost:8000/agent', 'A line for each scenario.'],
    ["https://agents.example.com/run --header 'authorization: Bearer TOKEN' --format junit", 'For CI.'],
    ['http://localhost:8000/agent --runs 200 --at-once 20', 'Load: first token and total, as percentiles.'],
  ],
  exitCodes: '0 nothing failed, 1 something failed, 2 invalid arguments.',
  run(args) {
    targetOf(args);
    choice(args, 'format', PROBE_FORMATS);
    chosenScenarios(args);
    countOf(args, 'at-once', AT_ONCE, 1);
    const runs = countOf(args, 'runs', 0, 1);
    if (runs === 0 && args.options.has('at-once')) throw new CliError('--at-once needs --runs.');
    if (runs > 0 && args.options.has('only'))
      throw new CliError('--only chooses scenarios, and --runs sends none: leave out one of them.');
    if (runs > 0 && args.options.get('format') === 'junit')
      throw new CliError('With --runs, --format must be one of text, json, not junit.');
    return { output: [], exitCode: 0, work: runs === 0 ? probed(args) : loaded(args, runs) };
  },
};
