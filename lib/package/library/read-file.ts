// A file from the disk, where there is one, or from a file chooser.
import { messageOf } from '@/lib/core/json/reason';
import { kindOf } from './given';
import { LensError } from './lens-error';
import { read } from './read';
import type { ReadOptions, Recorded } from './types';

async function bytesAt(path: string | URL): Promise<Uint8Array> {
  // Loaded when it is needed: a browser has none.
  const files = await import('node:fs/promises').catch(() => undefined);
  if (files === undefined) throw new LensError('There are no paths here; hand over a File, or use read().');
  try {
    return await files.readFile(path);
  } catch (error) {
    throw new LensError(`Cannot read ${path}: ${messageOf(error)}.`);
  }
}

/**
 * Reads a file: a recording (.agui.jsonl), a JSON array of events, NDJSON, server-sent events, protobuf, HAR, also
 * packed. A path or file URL in Node, a File or Blob anywhere.
 */
export async function readFile(file: string | URL | Blob, options: ReadOptions = {}): Promise<Recorded> {
  const kind = kindOf(file);
  if (kind === 'a file' && typeof file === 'object' && 'arrayBuffer' in file) {
    const name = 'name' in file ? String(file.name) : 'the file';
    return read(new Uint8Array(await file.arrayBuffer()), { name, ...options });
  }
  if (typeof file !== 'string' && !(file instanceof URL))
    throw new LensError(`readFile() needs a path, a file URL, a File or a Blob, not ${kind}.`);
  const name = String(file).replace(/^.*[\\/]/, '');
  return read(await bytesAt(file), { name, ...options });
}
