// `npm run mutate`: breaks the core in many places, one at a time and in memory only, and lists the breaks that no test
// notices. Some of them have no visible effect; a reader has to judge.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, findMutants } from './draw';
import { foldersOfLib, type Mutant } from './mutants';
import { createPlan, type Plan } from './plan';
import { type Probe, withProbes } from './probes';
import { describe, hasSurvived, parseList, type Result, table, toList } from './report';
import { createRunner, type Runner } from './runner';

const ROOT = resolve(import.meta.dirname, '../..');

const HELP = `npm run mutate -- [options]
  --count N       how many mutants (200)
  --seed N        which ones (1)
  --folder PATH   only of this folder, such as lib/core/model; can be given several times
  --rest N        so many more of the folders that are not named (0)
  --minutes N     stop after so many; what is told is about those that ran
  --list FILE     write the survivors to a JSON file
  --again FILE    those of such a file once more instead, with all tests that reach them`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', multiple: true, default: [] },
    rest: { type: 'string', default: '0' },
    minutes: { type: 'string', default: 'Infinity' },
    list: { type: 'string' },
    again: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** The mutants that the options ask for. */
function choose(): readonly Mutant[] {
  const all = foldersOfLib(ROOT);
  if (values.again === undefined) return draw(all);
  const list = parseList(JSON.parse(readFileSync(values.again, 'utf8')));
  const mutants = findMutants(ROOT, all, list);
  console.log(
    `${mutants.length} mutants of ${values.again}; the lines of ${list.length - mutants.length} are gone`,
  );
  return mutants;
}

function draw(all: readonly string[]): readonly Mutant[] {
  const named = values.folder.map((folder) => folder.replace(/\/$/, ''));
  const wrong = named.find((folder) => !all.includes(folder));
  if (wrong) throw new Error(`There is no folder ${wrong}; there are ${all.join(', ')}.`);
  const others = all.filter((folder) => !named.includes(folder));
  const seed = Number(values.seed);
  const draws = [
    drawMutants(ROOT, named.length > 0 ? named : all, { count: Number(values.count), seed }),
    drawMutants(ROOT, others, { count: Number(values.rest), seed }),
  ];
  const mutants = inTurn(draws.map((draw) => draw.mutants));
  const invalid = draws.reduce((sum, draw) => sum + draw.invalid, 0);
  const equal = draws.reduce((sum, draw) => sum + draw.equal, 0);
  console.log(`${mutants.length} mutants, seed ${seed}`);
  console.log(`passed over: ${invalid} that do not compile, ${equal} that compile to the same code`);
  return mutants;
}

/** The shorter list is spread over the longer one, so that a run that is stopped has seen of both. */
function inTurn(lists: readonly (readonly Mutant[])[]): readonly Mutant[] {
  return lists
    .flatMap((list) => list.map((mutant, i) => ({ mutant, at: i / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
}

/** All tests once, with nothing broken, to see which of them reach which mutant. */
async function explore(runner: Runner, mutants: readonly Mutant[]): Promise<Plan> {
  const probes = new Map<string, Probe[]>();
  for (const [id, { file, probe }] of mutants.entries()) {
    probes.set(file, [...(probes.get(file) ?? []), { id, point: probe }]);
  }
  const sources = [...probes].map(([file, list]) => {
    return [file, withProbes(readFileSync(join(ROOT, file), 'utf8'), list)] as const;
  });
  const limits = { silenceMs: 300_000, totalMs: 1_800_000 };
  const outcome = await runner.run({ sources: Object.fromEntries(sources), files: undefined }, limits);
  if (!outcome || outcome.runs.length === 0) throw new Error('The tests do not run; see `npm run unit`.');
  const plan = createPlan(outcome.runs, ROOT, values.again !== undefined);
  if (plan.failing.length > 0) console.log(`left out, they fail as it is:\n  ${plan.failing.join('\n  ')}`);
  console.log(`left out, they take too long for each mutant:\n  ${plan.slow.join('\n  ')}`);
  return plan;
}

async function tryMutant(runner: Runner, plan: Plan, mutant: Mutant, id: number): Promise<Result> {
  const { files, longestMs, totalMs, chosen, reaching } = plan.testsFor(id, mutant);
  if (files.length === 0) return { mutant, status: 'not reached', note: '' };
  const limits = { silenceMs: 15_000 + 4 * longestMs, totalMs: 60_000 + 4 * totalMs };
  const outcome = await runner.run({ sources: { [mutant.file]: mutant.code }, files }, limits);
  if (!outcome) return { mutant, status: 'timed out', note: '' };
  if (outcome.failure !== undefined) return { mutant, status: 'killed', note: outcome.failure };
  return { mutant, status: 'survived', note: `${chosen} of ${reaching} tests that reach it` };
}

async function main(): Promise<void> {
  const started = Date.now();
  const secondsSince = (time: number): number => Math.round((Date.now() - time) / 100) / 10;
  const mutants = choose();
  const runner = createRunner(ROOT);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => runner.close());
  const plan = await explore(runner, mutants);
  console.log(`the first run took ${secondsSince(started)} s`);
  const results: Result[] = [];
  for (const [id, mutant] of mutants.entries()) {
    if (Date.now() - started > Number(values.minutes) * 60_000) break;
    const since = Date.now();
    const result = await tryMutant(runner, plan, mutant, id);
    results.push(result);
    const place = `${mutant.file}:${mutant.line}`;
    console.log(
      `${id + 1}/${mutants.length} ${result.status} ${place} ${secondsSince(since)} s ${result.note}`,
    );
    if (values.list) writeFileSync(values.list, toList(results));
  }
  runner.close();
  const survivors = results.filter(hasSurvived);
  console.log(`\n${survivors.map(describe).join('\n')}\n\n${table(results)}`);
  console.log(
    `${results.length} of ${mutants.length} mutants, seed ${values.seed}, ${secondsSince(started)} s`,
  );
}

if (values.help) console.log(HELP);
else await main();
