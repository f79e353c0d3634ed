// Runs a target on damaged texts, and keeps what breaks it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../core/model/random';
import { cpuMs } from '../support/cpu';
import { mutate } from './mutate';
import type { Target } from './targets';

const CORPUS = join(import.meta.dirname, 'corpus');
const LENGTH_MAX = 20_000;
/** Limit for one input, CPU time in milliseconds: far beyond what any needs, far below a freeze. */
const SLOW_MS = 2_000;

/** Misbehaviour of an input; undefined if none. */
export function wrongOf(target: Target, text: string): string | undefined {
  const before =
    Object.getOwnPropertyNames(Object.prototype).length + Object.getOwnPropertyNames(Array.prototype).length;
  const start = cpuMs();
  try {
    target.run(text);
  } catch (error) {
    return `throws ${error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)}`;
  }
  const ms = cpuMs() - start;
  const after =
    Object.getOwnPropertyNames(Object.prototype).length + Object.getOwnPropertyNames(Array.prototype).length;
  if (after !== before) return 'changes a prototype';
  return ms > SLOW_MS ? `takes ${Math.round(ms)} ms` : undefined;
}

/** The kept inputs of a target. */
export function corpusOf({ id }: Target): readonly string[] {
  try {
    const folder = join(CORPUS, id);
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string);
  } catch {
    return [];
  }
}

/** Keeps an input, so that every later run tries it. Returns the file. */
function keep({ id }: Target, text: string): string {
  const folder = join(CORPUS, id);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
  writeFileSync(file, `${JSON.stringify(text)}\n`);
  return file;
}

/** An input that does something wrong. */
export interface Broken {
  readonly seed: number;
  readonly wrong: string;
  readonly text: string;
  readonly file: string | undefined;
}

interface FuzzOptions {
  readonly from: number;
  readonly more: (done: number) => boolean;
  /** True to keep what breaks the target. */
  readonly keeps: boolean;
}

/** Damages texts until something breaks, or enough were tried. Each seed makes the same text again. */
export function fuzz(
  target: Target,
  { from, more, keeps }: FuzzOptions,
): { readonly tried: number; readonly broken: Broken | undefined } {
  const texts = [...target.seeds, ...corpusOf(target)];
  let tried = 0;
  for (let seed = from; more(tried); seed++) {
    const random = createRandom(seed);
    const text = mutate(random, random.pick(texts), random.pick(texts), LENGTH_MAX);
    tried++;
    const wrong = wrongOf(target, text);
    if (wrong === undefined) continue;
    return { tried, broken: { seed, wrong, text, file: keeps ? keep(target, text) : undefined } };
  }
  return { tried, broken: undefined };
}
