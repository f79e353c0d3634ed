// Which rules `check` leaves out: those of the command line, of a project's file, and of the recording itself.
import { readFileSync } from 'node:fs';
import { isJsonObject, type Json } from '@/lib/agui/json';
import type { Arguments } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import { reasonOf } from '@/lib/files/input';
import { namedRules } from '@/lib/lint/selection';

/** The rules of names that somebody wrote by hand: one that no rule has is a mistake. */
function rulesOf(names: readonly string[], where: string): ReadonlySet<string> {
  const { ids, unknown } = namedRules(names);
  if (unknown.length === 0) return ids;
  const list = unknown.map((name) => `'${name}'`).join(', ');
  throw new CliError(`${where} names ${list}, and no rule has that id or alias.`);
}

function configured(path: string): readonly string[] {
  let config: Json;
  try {
    config = JSON.parse(readFileSync(path, 'utf8')) as Json;
  } catch (error) {
    throw new CliError(`${path} cannot be read as a configuration: ${reasonOf(error)}.`);
  }
  const names = isJsonObject(config) ? (config['rulesOff'] ?? []) : undefined;
  if (Array.isArray(names) && names.every((name: Json) => typeof name === 'string')) return names;
  throw new CliError(
    `${path} is no configuration: it is an object with "rulesOff", a list of names of rules.`,
  );
}

/** Ids of the rules that are left out. Names in a recording that no rule has any more are passed over. */
export function rulesOff(args: Arguments, ofFile: readonly string[]): ReadonlySet<string> {
  const off = args.options.get('off');
  const config = args.options.get('config');
  return new Set([
    ...(off === undefined
      ? []
      : rulesOf(
          off.split(',').filter((name) => name.trim() !== ''),
          '--off',
        )),
    ...(config === undefined ? [] : rulesOf(configured(config), config)),
    ...namedRules(ofFile).ids,
  ]);
}
