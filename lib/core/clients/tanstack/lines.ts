// Lines of TanStack AI's connection adapters, cut against the standard: at LF only, and each line is an event, with
// or without `data:`. `fetchServerSentEvents` reads an offset from `id:`, ends at `[DONE]` and knows no envelope;
// `fetchHttpStream` reads JSON lines, and `{id, chunk}` as an event with its offset.
import { parseOrError } from '@/lib/core/json/depth';
import { isJsonArray, isJsonObject, type Json } from '@/lib/core/json/json';

export type Adapter = 'sse' | 'ndjson';

export interface AdapterBody {
  /** The line that has not ended; undefined before the first byte. */
  readonly rest: string | undefined;
  /** The offset of the next event. */
  readonly offset: string | undefined;
}

export type AdapterLine =
  | { readonly kind: 'event'; readonly value: Json; readonly offset?: string }
  /** It reads no further, as if the body had ended. */
  | { readonly kind: 'done' }
  /** It throws, in these words. */
  | { readonly kind: 'failure'; readonly text: string };

export const NEW_BODY: AdapterBody = { rest: undefined, offset: undefined };

const BOM = '\ufeff';

/** An event: it looks for members, which only objects and arrays have. */
function eventOf(value: Json, offset: string | undefined): AdapterLine {
  if (value === null) return { kind: 'failure', text: "Cannot read properties of null (reading 'type')" };
  if (!isJsonObject(value) && !isJsonArray(value))
    return { kind: 'failure', text: `Cannot use 'in' operator to search for 'metadata' in ${String(value)}` };
  return { kind: 'event', value, ...(offset !== undefined && { offset }) };
}

function readJsonLine(line: string): AdapterLine {
  const read = parseOrError(line);
  if ('error' in read) return { kind: 'failure', text: read.error };
  const { value } = read;
  if (!isJsonObject(value)) return eventOf(value, undefined);
  const { id, chunk } = value;
  const isEnvelope = chunk !== undefined && typeof id === 'string' && !('type' in value);
  return isEnvelope ? eventOf(chunk, id) : eventOf(value, undefined);
}

function without(line: string, prefix: string): string {
  const text = line.slice(prefix.length);
  return text.startsWith(' ') ? text.slice(1) : text;
}

function readSseLine(line: string, offset: string | undefined): AdapterLine {
  const data = line.startsWith('data:') ? without(line, 'data:') : line;
  if (data === '[DONE]') return { kind: 'done' };
  const read = parseOrError(data);
  return 'error' in read ? { kind: 'failure', text: read.error } : eventOf(read.value, offset);
}

const IGNORED = /^(?::|event:|retry:)/;

/** The lines that end in a text, and what is held of the body behind it. Nothing counts behind the first failure. */
export function cutLines(
  body: AdapterBody,
  text: string,
  adapter: Adapter,
): { readonly body: AdapterBody; readonly lines: readonly AdapterLine[] } {
  const start = body.rest ?? '';
  const whole = body.rest === undefined && text.startsWith(BOM) ? text.slice(1) : text;
  if (!whole.includes('\n')) return { body: { ...body, rest: start + whole }, lines: [] };
  const ended = (start + whole).split('\n');
  const rest = ended.pop() ?? '';
  let { offset } = body;
  const lines: AdapterLine[] = [];
  for (const each of ended) {
    const line = each.endsWith('\r') ? each.slice(0, -1) : each;
    if (line.trim() === '') continue;
    if (adapter === 'ndjson') lines.push(readJsonLine(line));
    else if (line === 'id' || line.startsWith('id:')) offset = without(line, 'id:');
    else if (!IGNORED.test(line)) {
      lines.push(readSseLine(line, offset));
      offset = undefined;
    }
    const last = lines.at(-1);
    if (last !== undefined && last.kind !== 'event') break;
  }
  return { body: { rest, offset }, lines };
}

/** True if the body ended in the middle of a line. */
export function isCut({ rest = '' }: AdapterBody): boolean {
  return rest.trim() !== '';
}

/** The words in which an adapter of server-sent events throws at a frame, or at the end of the body in it. */
export function failureAt(frame: string): string | undefined {
  const last = cutLines(NEW_BODY, `${frame}\n`, 'sse').lines.at(-1);
  return last?.kind === 'failure' ? last.text : undefined;
}
