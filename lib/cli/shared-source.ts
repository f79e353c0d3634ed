// What a command writes from: a file, or a part of it, redacted as the command line says.
import { getRandomValues } from 'node:crypto';
import { type Arguments, choice, type Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { OpenFile } from '@/lib/cli/open-file';
import { eventsOfWalk, sourceOf } from '@/lib/files/log-source';
import { readLog } from '@/lib/files/read-log';
import { runIdsOf, scopeBatches } from '@/lib/files/scope';
import type { FileBatch, WriteSource } from '@/lib/files/types';
import { LEVELS, type Level } from '@/lib/redact/policy';
import { redact } from '@/lib/redact/redact';
import { findSecrets } from '@/lib/redact/secrets';

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

function scoped({ log, batches }: OpenFile, scope: string): readonly FileBatch[] {
  const ids = /^run:(.+)$/s.exec(scope)?.[1]?.split(',');
  if (ids === undefined) throw new CliError(`--scope must be run: and the ids of runs, not '${scope}'.`);
  const runIdOf = runIdsOf(log);
  const found = scopeBatches(log, [...batches], (seq) => ids.includes(runIdOf(seq)));
  if (
    found.every(({ records }) =>
      records.every(({ kind }) => kind !== 'open' && kind !== 'chunk' && kind !== 'frame'),
    )
  )
    throw new CliError(`There is no run '${ids.join("', '")}' in ${log.length} events.`, 1);
  return found;
}

/** Four numbers that nobody can guess. */
function seed(): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = getRandomValues(new Uint32Array(4));
  return [a, b, c, d];
}

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

function plainSource(file: OpenFile): WriteSource {
  const { batches, name, annotations, isBody, walk } = file;
  const about = { origin: `converted from ${name}`, annotations };
  if (!isBody) return sourceOf(file.log, () => batches, about);
  const events = () => eventsOfWalk(walk);
  return { ...about, batches: () => batches, log: () => file.log, events, selfContained: events };
}

/** What looks like a secret in what leaves, where somebody has asked for a level that keeps values. */
export function secretsNote(source: WriteSource, args: Arguments): string | undefined {
  const level = levelOf(args);
  if (level !== 'choose' && level !== 'full') return undefined;
  const { found } = findSecrets(source.log());
  if (found.length === 0) return undefined;
  const named = found
    .slice(0, SECRETS_NAMED)
    .map(({ kind, where, shown }) => `${kind} in ${where} (${shown})`);
  const more = found.length > SECRETS_NAMED ? `; and ${found.length - SECRETS_NAMED} more` : '';
  return `What leaves holds what looks like a secret: ${named.join('; ')}${more}.`;
}

/** The source of a command that writes a file; `byDefault` is the level where none is asked for. */
export function sharedSource(file: OpenFile, args: Arguments, byDefault: Level = 'full'): WriteSource {
  const level = levelOf(args) ?? byDefault;
  const scope = args.options.get('scope');
  if (level === 'full' && scope === undefined) return plainSource(file);
  const batches = scope === undefined ? file.batches : scoped(file, scope);
  // Notes are found by the position of their events, which is another one in a part.
  const { notes: _notes, ...others } = file.annotations;
  const annotations = scope === undefined ? file.annotations : others;
  const keep = args.options.get('keep')?.split(',') ?? [];
  const made = redact({ batches, annotations }, { level, keep, seed: seed() });
  const log = readLog(made.batches);
  // The name of a file may say as much as what is in it.
  const origin = level === 'full' ? `converted from ${file.name}` : `redacted (${level})`;
  return sourceOf(log, () => made.batches, { origin, annotations: made.annotations });
}
