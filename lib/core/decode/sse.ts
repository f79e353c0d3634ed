// Server-sent events, framed as in the standard (https://html.spec.whatwg.org/multipage/server-sent-events.html): LF,
// CRLF and CR end a line, a blank line ends a frame, and a frame without data is ignored. One difference: the last
// frame counts even without its blank line, as in the stock client. Lines without a field are text that no client
// reads.
import { isEventType } from '@/lib/core/agui/events';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import { CUT, createPending, createUnread, TOO_LONG } from '@/lib/core/decode/frame-buffer';
import { createTextReader } from '@/lib/core/decode/text';
import type { Frame, FrameReader, Framer, Problem } from '@/lib/core/decode/types';
import { isJsonText } from '@/lib/core/json/json';

const BOM = '\ufeff';
const MISPLACED_BOM: Problem = {
  code: 'framing',
  message: 'A byte order mark in the middle of the body hides this line: clients read nothing of it.',
};
const FIELD = /^(?:\ufeff)?(data|event|id|retry)?:/m;

/** Comments and blank lines after a complete frame are ignored. */
const isComment = (text: string): boolean =>
  text === '\n' || (text.startsWith(':') && text.indexOf('\n') === text.length - 2 && !text.includes('\r'));

const IGNORED_MAX = 64 * 1024;

// Lines that TanStack AI's client ignores, too. It reads an id, and any other line as JSON.
const QUIET = /^(?::|event:|retry:)/;

/** Replaces comment, `event:` and `retry:` lines by `:`. Of a long text, keeps the beginning and the last two units. */
function compacted(lines: string): string {
  const few = lines.length > IGNORED_MAX ? lines.slice(0, IGNORED_MAX) + lines.slice(-2) : lines;
  return few.replace(/[^\r\n]+/g, (line) => (QUIET.test(line) ? ':' : line));
}

// Keepalives may continue for hours: keeps the first and the last line, and whether there was an LF LF.
function shortened(lines: string): string {
  if (lines.length < 64) return lines;
  if (!/[^:\r\n]/.test(lines))
    return `${lines.slice(0, 2)}:${lines.includes('\n\n') ? '\n\n' : ''}:${lines.slice(-2)}`;
  if (lines.length > IGNORED_MAX) return lines.slice(0, IGNORED_MAX) + lines.slice(-2);
  return lines.replace(/(?<=\n)(?::\n|\n)+/g, '\n');
}

interface SseFields {
  data?: string;
  event?: string;
  /** Lines without a field. */
  stray?: string[];
}

// A whole event after the colon of a comment is reported: it was hardly meant as a comment.
const COMMENTED = /^:\s*(?:data:\s*)?\{[^\n]{0,200}"type"\s*:\s*"[A-Z]+_/;

function readLine(line: string, fields: SseFields, data: string[]): void {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  if (name !== 'data' && name !== 'event') {
    if (name === 'id' || name === 'retry' || (name === '' && !COMMENTED.test(line))) return;
    fields.stray ??= [];
    fields.stray.push(line);
    return;
  }
  const start = colon === -1 ? line.length : line[colon + 1] === ' ' ? colon + 2 : colon + 1;
  const value = line.slice(start);
  if (name === 'event') fields.event = value;
  else data.push(value);
}

function readFields(raw: string): SseFields {
  const fields: SseFields = {};
  // Fast path: nearly every frame is a single data line.
  if (raw.startsWith('data: ') && raw.indexOf('\n') === raw.length - 2 && !raw.includes('\r')) {
    fields.data = raw.slice(6, -2);
    return fields;
  }
  const text = raw.startsWith(BOM) ? raw.slice(1) : raw;
  // An array: with a million lines of data, a regular expression or a growing text takes ten times as long.
  const data: string[] = [];
  for (const line of text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n')) readLine(line, fields, data);
  if (data.length > 0) fields.data = data.join('\n');
  return fields;
}

/** Lines of a frame that no client reads, including the name of an AG-UI event without data. */
function strayLines({ data, event, stray = [] }: SseFields, isEnded: boolean): readonly string[] {
  const isNameless = data !== undefined || event === undefined || !isEnded;
  if (isNameless || !(isEventType(event) || event.includes('{') || typeMeantBy(event) !== undefined))
    return stray;
  return [`event: ${event}`, ...stray];
}

// The beginning of a field before a cut is not stray text.
const BEGUN = /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|i(?:d)?|r(?:e(?:t(?:r(?:y)?)?)?)?)$/;

function toFrame(
  raw: string,
  problem?: Frame['problem'],
  { data, event } = readFields(raw),
): Frame | undefined {
  if (data === undefined && problem === undefined) return undefined;
  if (data !== undefined && event === undefined && problem === undefined) {
    return { raw, binary: false, data };
  }
  return {
    raw,
    binary: false,
    data: data ?? '',
    ...(event !== undefined && event !== '' && { event }),
    ...(problem !== undefined && { problem }),
  };
}

function createSseReader(): FrameReader {
  const text = createTextReader();
  const pending = createPending();
  const unread = createUnread();
  // True if the next unit begins a line.
  let isLineStart = true;
  // A CR at the end of a chunk is held back: the next chunk may begin with its LF.
  let held = '';
  let isFirst = true;
  // True after a frame that did not end with LF LF.
  let isOpen = false;
  // Ignored text since the last frame, for clients that differ from the standard. The stock client ends frames at LF
  // LF only, and a CR ends no line. TanStack AI's client ends no frame there either, and needs no field at the
  // beginning of a line.
  let ahead = '';
  // Length at which it is shortened again: shortening at each addition would take seconds for a flood.
  let aheadMax = 0;

  const ignore = (text: string, isEnd: boolean): void => {
    const ignored = compacted(text);
    const counts = isOpen || isEnd || ignored.endsWith('\r') || /[^:\r\n]/.test(ignored);
    if (!counts && ahead === '') return;
    ahead += ignored;
    if (ahead.length <= aheadMax) return;
    ahead = shortened(ahead);
    aheadMax = 2 * ahead.length;
  };

  const takeAhead = (): string => {
    const taken = shortened(ahead);
    ahead = '';
    aheadMax = 0;
    return taken;
  };

  const finish = (isEnd = false): Frame | undefined => {
    const { text, isCut } = pending.take();
    const fields = readFields(text);
    const isMisplaced = !isFirst && text.startsWith(BOM);
    const frame = toFrame(text, isCut ? TOO_LONG : isMisplaced ? MISPLACED_BOM : undefined, fields);
    if (fields.stray !== undefined || (fields.event !== undefined && fields.data === undefined)) {
      const isEnded = text.endsWith('\n') || text.endsWith('\r');
      for (const line of strayLines(fields, isEnded)) if (isEnded || !BEGUN.test(line)) unread.add(line);
    }
    const isBom = isFirst && text.startsWith(BOM);
    isFirst = false;
    if (frame === undefined) {
      if (ahead === '' && !isOpen && !isEnd && isComment(text)) return undefined;
      ignore(isBom ? text.slice(1) : text, isEnd);
      return undefined;
    }
    // The CR marks this BOM as not at the beginning of a body; inside an open frame each unit counts.
    if (isMisplaced && ahead === '' && !isOpen) ahead = '\r';
    isOpen = !text.endsWith('\n\n');
    const raw = takeAhead() + frame.raw;
    return raw === frame.raw ? frame : { ...frame, raw };
  };

  const scan = (chunk: string, frames: Frame[]): void => {
    const hasCr = chunk.includes('\r');
    let frameStart = 0;
    let at = 0;
    while (at < chunk.length) {
      const end = nextLineEnd(chunk, at, hasCr);
      if (end === -1) break;
      const next = chunk[end] === '\r' && chunk[end + 1] === '\n' ? end + 2 : end + 1;
      const isBlank = isLineStart && end === at;
      isLineStart = true;
      at = next;
      if (!isBlank) continue;
      pending.add(chunk.slice(frameStart, next));
      frameStart = next;
      const frame = finish();
      if (frame !== undefined) frames.push(...unread.take(), frame);
    }
    if (at < chunk.length) isLineStart = false;
    pending.add(chunk.slice(frameStart));
  };

  const take = (chunk: string): Frame[] => {
    const frames: Frame[] = [];
    let input = held + chunk;
    held = input.endsWith('\r') ? '\r' : '';
    if (held !== '') input = input.slice(0, -1);
    scan(input, frames);
    return frames;
  };

  return {
    push: (chunk) => take(text.read(chunk)),
    end() {
      const frames = take(text.end());
      const last = held;
      held = '';
      scan(last, frames);
      const frame = pending.length === 0 ? undefined : finish(true);
      frames.push(...unread.take());
      if (frame === undefined) return frames;
      // Text cut before the colon is not data yet.
      if (frame.data === '' && !frame.raw.includes('data:')) {
        ahead = frame.raw;
        return frames;
      }
      frames.push(isComplete(frame) ? frame : { ...frame, problem: CUT });
      return frames;
    },
    rest: () => shortened(ahead),
  };
}

function nextLineEnd(chunk: string, from: number, hasCr: boolean): number {
  const lf = chunk.indexOf('\n', from);
  if (!hasCr) return lf;
  const cr = chunk.indexOf('\r', from);
  if (cr === -1) return lf;
  return lf === -1 ? cr : Math.min(lf, cr);
}

// A last frame without its blank line is complete if its JSON is; "data: [DONE]" and the like count as complete too.
function isComplete(frame: Frame): boolean {
  const data = frame.data.trim();
  return frame.problem !== undefined || !data.startsWith('{') || isJsonText(data);
}

export const sse: Framer = {
  name: 'sse',
  confidence({ contentType, start }) {
    const looksLikeJson = /^\s*[[{]/.test(start);
    // Not NDJSON if only the first line lacks its prefix.
    const isOther = looksLikeJson && !/^data:/m.test(start);
    if (contentType?.startsWith('text/event-stream')) return isOther ? 0.4 : 0.9;
    return FIELD.test(start) ? 0.7 : 0.1;
  },
  create: createSseReader,
  reread: (raw) => toFrame(raw) ?? { raw, binary: false, data: '' },
};
