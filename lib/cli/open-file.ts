// A file as the commands see it: read, and in a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Annotations } from '@/lib/files/annotations';
import { reasonOf } from '@/lib/files/input';
import { readFile } from '@/lib/files/read-file';
import type { FileBatch } from '@/lib/files/types';
import { createLog, type Log } from '@/lib/log/log';
import { dialectNames } from '@/lib/log/stream-reader';

/** A file that was read. */
export interface OpenFile {
  readonly name: string;
  readonly batches: readonly FileBatch[];
  readonly log: Log;
  /** What somebody has said about the file. */
  readonly annotations: Annotations;
}

/** The option that names how a file's streams are spelled. */
export const DIALECT: Option = {
  value: 'NAME',
  summary: 'How the streams are spelled, where their first frames do not tell.',
};

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function checkDialect(name: string | undefined): void {
  const names = dialectNames();
  if (name === undefined || names.includes(name)) return;
  throw new CliError(`--dialect is one of ${names.join(', ')}, not '${name}'.`);
}

/** Reads a file, `-` for standard input; `dialect` names how its streams are spelled, where that is not to be found. */
export function openFile(path: string, dialect?: string): OpenFile {
  checkDialect(dialect);
  const name = path === '-' ? 'standard input' : basename(path);
  const result = readFile({ name, bytes: readBytes(path) });
  if ('error' in result) throw new CliError(result.error);
  const { annotations = {} } = result;
  const { dialects = {} } = annotations;
  const log = createLog({
    dialect: ({ key }) => dialect ?? (Object.hasOwn(dialects, key) ? dialects[key] : undefined),
  });
  for (const batch of result.batches) log.append(batch);
  log.finish();
  return { name, batches: result.batches, log, annotations };
}
