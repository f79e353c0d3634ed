// Which rules `check` leaves out: those of the command line, of a configuration file, and of the recording itself.
import { readFileSync } from 'node:fs';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { namedRules } from '@/lib/core/lint/selection';
import type { Arguments } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import { whyOf } from '@/lib/package/cli/system-error';
import { rulesNamed } from '@/lib/package/library/rules-named';

function configured(path: string): readonly string[] {
  let config: Json;
  try {
    config = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CliError(`Cannot read the configuration ${path}: ${whyOf(error)}.`);
  }
  const names = isJsonObject(config) ? (config['rulesOff'] ?? []) : undefined;
  if (Array.isArray(names) && names.every((name: Json) => typeof name === 'string')) return names;
  throw new CliError(
    `${path} is not a valid configuration: it must be an object with "rulesOff", an array of rule names.`,
  );
}

/** Ids of the rules to leave out. Unknown names in a recording are ignored. */
export function rulesOff(args: Arguments, ofFile: readonly string[]): ReadonlySet<string> {
  const off = args.options.get('off');
  const config = args.options.get('config');
  const names = off?.split(',').filter((name) => name.trim() !== '') ?? [];
  return new Set([
    ...rulesNamed(names, 'off'),
    ...(config === undefined ? [] : rulesNamed(configured(config), config)),
    ...namedRules(ofFile).ids,
  ]);
}
