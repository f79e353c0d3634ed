// What a command writes from: a file, or a part of it, redacted as the command line says.

import type { WriteSource } from '@/lib/core/files/types';
import { LEVELS, type Level, pathProblem } from '@/lib/core/redact/policy';
import { seedFrom } from '@/lib/core/redact/random';
import { redactedSource } from '@/lib/core/redact/redacted-source';
import { findSecrets } from '@/lib/core/redact/secrets';
import { type Arguments, choice, type Option } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import type { Opened } from '@/lib/package/library/opened';
import { partOf } from '@/lib/package/library/part';
import { plainSource } from '@/lib/package/library/writers';

/** So many secrets are named. */
const SECRETS_NAMED = 5;

/** Options of commands that write a file. */
export const SHARE_OPTIONS: Readonly<Record<string, Option>> = {
  redact: {
    value: LEVELS.join('|'),
    summary:
      'Replaces what is not known to be safe by tokens: everything (share), all but the names and schemas of tools (tools), all but --keep (choose), nothing (full).',
  },
  keep: {
    value: 'PATH,PATH',
    summary: 'What --redact choose keeps: TYPE/field/key, or request/field/key; * stands for any key.',
  },
  scope: { value: 'run:ID,ID', summary: 'Only these runs, with their requests.' },
};

/** The level that a command line asks for; undefined if it asks for none. */
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

/** What looks like a secret in what leaves, where somebody has asked for a level that keeps values. */
export function secretsNote(source: WriteSource, args: Arguments): string | undefined {
  const level = levelOf(args);
  if (level !== 'choose' && level !== 'full') return undefined;
  const { found, isCut } = findSecrets(source);
  const unseen = 'Not all of it was looked through for secrets: there is too much.';
  if (found.length === 0) return isCut ? unseen : undefined;
  const named = found
    .slice(0, SECRETS_NAMED)
    .map(({ kind, where, shown }) => `${kind} in ${where} (${shown})`);
  const more = found.length > SECRETS_NAMED ? `; and ${found.length - SECRETS_NAMED} more` : '';
  return `What leaves holds what looks like a secret: ${named.join('; ')}${more}.${isCut ? ` ${unseen}` : ''}`;
}

/** The runs that a command line names. */
function runsOf(scope: string): readonly string[] {
  const ids = /^run:(.+)$/s.exec(scope)?.[1]?.split(',');
  if (ids !== undefined) return ids;
  throw new CliError(`--scope must be run: and the ids of runs, not '${scope}'.`);
}

/** The source of a command that writes a file; `byDefault` is the level where none is asked for. */
export function sharedSource(file: Opened, args: Arguments, byDefault: Level = 'full'): WriteSource {
  const level = levelOf(args) ?? byDefault;
  const scope = args.options.get('scope');
  if (level === 'full' && scope === undefined) return plainSource(file);
  const parts = scope === undefined ? file : partOf(file, runsOf(scope));
  const keep = args.options.get('keep')?.split(',') ?? [];
  const problem = pathProblem(keep);
  if (problem !== undefined) throw new CliError(problem);
  const seed = seedFrom((numbers) => crypto.getRandomValues(numbers));
  // The name of a file may say as much as what is in it.
  const origin = level === 'full' ? `converted from ${file.name}` : `redacted (${level})`;
  const { source, unused } = redactedSource(parts, { level, keep, seed }, origin);
  for (const path of unused)
    args.notes.add(`Nothing in ${file.name} stands at ${path}, so nothing of it is kept.`);
  return source;
}
