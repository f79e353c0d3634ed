// Source of commands that write: a file or a part of it, redacted or not.

import type { WriteSource } from '@/lib/core/files/types';
import { LEVELS, type Level, pathProblem } from '@/lib/core/redact/policy';
import { createRandom } from '@/lib/core/redact/random';
import { redactedSource } from '@/lib/core/redact/redacted-source';
import { findSecrets } from '@/lib/core/redact/secrets';
import { type Arguments, choice, listed, type Option } from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { plainSource } from '@/lib/package/library/convert';
import type { Opened } from '@/lib/package/library/open';
import { partOf } from '@/lib/package/library/runs-of-file';

const SECRETS_NAMED = 5;

/** `byDefault` is the level without --redact. */
export const shareOptions = (byDefault: Level = 'full'): Readonly<Record<string, Option>> => ({
  redact: {
    value: LEVELS.join('|'),
    summary: `Replaces values by placeholders: all (share), all but names and schemas of tools (tools), all but --keep (choose), only what looks like a secret (secrets), none (full). Known safe values stay. Default: ${byDefault}; with --keep, choose.`,
  },
  keep: {
    value: 'PATH,PATH',
    summary: 'Keeps these paths: TYPE/field/key, or request/field/key; * is any one key.',
  },
  scope: { value: 'run:ID,ID', summary: 'Only these runs, with their requests.' },
});

function levelOf(args: Arguments): Level | undefined {
  const isChoosing = args.options.has('keep');
  if (args.options.has('redact')) {
    const level = choice(args, 'redact', LEVELS);
    if (isChoosing && level !== 'choose' && level !== 'tools')
      throw new CliError(`--keep is for --redact choose or tools, not ${level}.`);
    return level;
  }
  return isChoosing ? 'choose' : undefined;
}

/** Adds a warning about possible secrets, for levels that keep values. */
export function noteSecrets(source: WriteSource, args: Arguments): void {
  const level = levelOf(args);
  if (level === undefined || level === 'share' || level === 'tools') return;
  const { found, isCut } = findSecrets(source);
  const unseen = 'Only a part was searched for secrets (limit reached).';
  if (found.length === 0 && isCut) args.notes.add(unseen);
  if (found.length === 0) return;
  const named = found
    .slice(0, SECRETS_NAMED)
    .map(({ kind, where, shown }) => `${kind} in ${where} (${shown})`);
  const more = found.length > SECRETS_NAMED ? `; and ${found.length - SECRETS_NAMED} more` : '';
  args.notes.add(`The output may contain secrets: ${named.join('; ')}${more}.${isCut ? ` ${unseen}` : ''}`);
}

function runsOf(scope: string): readonly string[] {
  const ids = /^run:(.+)$/s.exec(scope)?.[1];
  if (ids !== undefined) return listed(ids);
  throw new CliError(`--scope must be run: and ids of runs, such as run:r1,r2, not '${scope}'.`);
}

/** `byDefault` is the level without --redact. */
export function sharedSource(file: Opened, args: Arguments, byDefault: Level = 'full'): WriteSource {
  const level = levelOf(args) ?? byDefault;
  const scope = args.options.get('scope');
  if (level === 'full' && scope === undefined) return plainSource(file);
  const parts = scope === undefined ? file : partOf(file, runsOf(scope));
  const paths = args.options.get('keep');
  const keep = paths === undefined ? [] : listed(paths);
  const problem = pathProblem(keep);
  if (problem !== undefined) throw new CliError(problem);
  const random = createRandom((numbers) => crypto.getRandomValues(numbers));
  // A file name may be private, too.
  const origin = level === 'full' ? `converted from ${file.name}` : `redacted (${level})`;
  const { source, unused } = redactedSource(parts, { level, keep, random }, origin);
  for (const path of unused)
    args.notes.add(`There is no value at ${path} in ${file.name}, so --keep has no effect there.`);
  return source;
}
