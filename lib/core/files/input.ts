// Content of a file, in chunks or as a whole.

import { createTextReader } from '@/lib/core/decode/text';
import type { FileInput } from '@/lib/core/files/types';
import { closedJson } from '@/lib/core/json/cut-json';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import type { Json } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { joinBytes } from '@/lib/messages/base64';

/** Number of bytes that formats are detected by. */
const HEAD = 4096;
/** Size of a chunk, bytes: the panel can paint between chunks. */
const CHUNK = 128 * 1024;
/** Maximum size of a file as one text, bytes: the limit of JavaScript strings. */
const WHOLE_MAX = 512 * 1024 * 1024;

/** A failure to read a file, as one sentence. */
export class FileError extends Error {}

/** Bytes of a file in chunks. A chunk is valid until the next one. */
export function* chunksOf({ text = '', bytes, chunks }: FileInput): Iterable<Uint8Array> {
  const parts = chunks?.() ?? [bytes ?? new TextEncoder().encode(text)];
  for (const part of parts)
    for (let at = 0; at < part.length; at += CHUNK) yield part.subarray(at, at + CHUNK);
}

export function* textsOf(input: FileInput): Iterable<string> {
  if (input.text !== undefined) {
    for (let at = 0; at < input.text.length; at += CHUNK) yield input.text.slice(at, at + CHUNK);
    return;
  }
  const reader = createTextReader();
  for (const chunk of chunksOf(input)) yield reader.read(chunk);
  yield reader.end();
}

export function* linesOf(input: FileInput): Iterable<string> {
  // The parts of a long line are joined once.
  let parts: string[] = [];
  for (const text of textsOf(input)) {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (let i = 1; i < lines.length; i++) {
      yield parts.join('');
      parts = [lines[i] ?? ''];
    }
  }
  yield parts.join('');
}

export function headOf(input: FileInput): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunksOf(input)) {
    parts.push(chunk.slice(0, HEAD));
    length += chunk.length;
    if (length >= HEAD) break;
  }
  return joinBytes(parts);
}

export function textOf(input: FileInput): string {
  if ((input.sizeBytes ?? 0) > WHOLE_MAX)
    throw new FileError(
      `${input.name} is in a format that has to be read at once, and has more than 512 MiB.`,
    );
  return input.text ?? [...textsOf(input)].join('');
}

export function bytesOf(input: FileInput): Uint8Array {
  return input.bytes ?? joinBytes(Array.from(chunksOf(input), (chunk) => chunk.slice()));
}

/** Line of a text, from 1, at which parsing failed; undefined if the engine does not report it. */
function errorLine(text: string, error: unknown): number | undefined {
  const [, line, offset] =
    /at line (\d+) column|position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (line !== undefined) return Number(line);
  return offset === undefined ? undefined : text.slice(0, Number(offset)).split('\n').length;
}

/** The value of a file, up to the cut that the sentence `cut` reports, or an error sentence. */
type ParsedFile = { readonly value: Json; readonly cut?: string } | { readonly error: string };

function withoutMark(input: FileInput): string {
  return textOf(input).replace(/^\ufeff/, '');
}

/** The value of a cut JSON document; undefined if it is invalid in other ways. */
function cutValue(text: string, lists?: number): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(closedJson(text, lists)) };
  } catch {
    return undefined;
  }
}

/** Parses a file as JSON of any depth. `lists`: see closedJson. */
export function parseAnyDepth(input: FileInput, lists?: number): ParsedFile {
  const text = withoutMark(input);
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const line = errorLine(text, error);
    const where = line === undefined ? '' : ` at line ${line}`;
    const invalid = `${input.name} is invalid JSON${where}: ${reasonOf(error)}`;
    const found = cutValue(text, lists);
    if (found === undefined) return { error: `${invalid}.` };
    return { ...found, cut: `${invalid}; it seems to be cut off` };
  }
}

export function parseJsonFile(input: FileInput, lists?: number): ParsedFile {
  if (nestsTooDeep(withoutMark(input))) return { error: `${input.name} ${TOO_DEEP}.` };
  return parseAnyDepth(input, lists);
}
