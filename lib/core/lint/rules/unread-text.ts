import { isEventType } from '@/lib/core/agui/events';
import { excerpt, quoted } from '@/lib/core/agui/quoted';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import { failureAt } from '@/lib/core/clients/tanstack/reading';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';

interface WouldBe {
  readonly type: string;
  readonly line: string;
  /** The cause, as a clause. */
  readonly why: string;
}

const TYPE = /["']type["']\s*:\s*["']([^"']{1,80})["']/g;
const FIELD = /^(\s*)(data|event)(\s*)([:=])/i;

/** The head of a response, as curl prints it before the body. */
const CURL = /^(?:HTTP\/\d|[<>*] )/;

function typeIn(line: string): string | undefined {
  for (const [, name = ''] of line.matchAll(TYPE)) {
    const type = isEventType(name) ? name : typeMeantBy(name);
    if (type !== undefined) return type;
  }
  return undefined;
}

function whyOf(line: string): string {
  const [prefix = '', spaceBefore = '', name = '', spaceAfter = '', sign = ':'] = FIELD.exec(line) ?? [];
  if (prefix === '') {
    const start = line.search(/[{[]/);
    const before = start < 0 ? line : line.slice(0, start);
    if (before.trim() === '') return `"data:" is missing in front of it`;
    if (before.startsWith('"')) return 'of its JSON, only the first line has "data:"';
    if (before.startsWith(':')) return 'it begins with a colon, which makes it a comment';
    return `it begins with ${quoted(before, 24)} instead of "data:"`;
  }
  if (sign === '=') return `it has "${name}=" instead of "data:"`;
  if (name.toLowerCase() === 'event') return 'it is in the field "event" instead of "data"';
  if (spaceBefore !== '') return `white space stands before "${name}:"`;
  return spaceAfter === '' ? `it has "${name}:" instead of "data:"` : `white space stands before its colon`;
}

/** The event in a text with a wrong prefix. */
export function wouldBe(text: string): WouldBe | undefined {
  for (const line of text.split('\n')) {
    const named = /^event:\s*(.*)$/.exec(line)?.[1]?.trim();
    if (named !== undefined && !named.includes('{'))
      return { type: excerpt(named), line, why: 'it has the field "event" only, and no "data"' };
    const type = line.includes('{') ? typeIn(line) : undefined;
    if (type !== undefined) return { type, line, why: whyOf(line) };
  }
  // JSON over several lines.
  const type = typeIn(text);
  return type === undefined ? undefined : { type, line: text, why: whyOf(text.trimStart()) };
}

/** False for a page or a message: true for a field with another name. */
function isField(text: string): boolean {
  return text.split('\n').every((line) => /^[\w-]{1,40}:\s?\S/.test(line) && !/error|exception/i.test(line));
}

export const unreadText: Rule = {
  id: 'unread-text',
  severity: 'error',
  summary: 'The response contains text outside of any event; no client reads it.',
  spec: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
  impact: 'Clients skip the text: an event in it has no effect, an error in it is never shown.',
  fix: 'Begin every line of an event with "data:" at the start of the line. Report errors as RUN_ERROR; look for the proxy or handler that writes other text into the stream.',
  boundary(boundary, model, { profile }): Diagnostic {
    if (boundary.kind !== 'unread') return undefined;
    const { stream, text, lines, units, isLast } = boundary;
    const { lastSeq, isOutsideConversation } = streamView(model, stream);
    // Another rule reports the body of an HTTP error.
    if (isOutsideConversation || (stream.status ?? 200) >= 300) return undefined;
    // Another protocol than AG-UI, in parts.
    if (/^multipart\//i.test(stream.headers?.['content-type'] ?? '')) return undefined;
    if (stream.transport === 'file' && lastSeq < 0 && CURL.test(text)) return undefined;
    const where = lastSeq < 0 ? 'Ahead of the first event' : `After event #${lastSeq}`;
    const size = lines === 1 ? `${units} characters` : `${lines} lines, ${units} characters`;
    const more = isLast ? ' Further text of this stream is not listed.' : '';
    const event = wouldBe(text);
    if (profile.id === 'tanstack' && stream.framing === 'sse') {
      // The client parses every line as JSON, with or without "data:".
      const failure = failureAt(text);
      const end = failure === undefined ? 'reads it anyway' : `stops at it: ${failure}`;
      const message = `${where}, text stands outside of any field (${size}); TanStack AI's client ${end}: ${quoted(text)}.${more}`;
      return { message, related: [], severity: failure === undefined ? 'info' : 'error' };
    }
    if (event !== undefined) {
      const others = lines === 1 ? '' : ` Text of ${lines} lines is skipped here.`;
      const message = `${where}, a line would be the event ${event.type}, but ${event.why}: clients skip it. It reads ${quoted(event.line)}.${others}${more}`;
      return message;
    }
    const isMinor = isField(text);
    const what = isMinor ? 'a field that is not part of server-sent events' : 'text outside of any event';
    const message = `${where}, the server sent ${what}, which no client reads (${size}): ${quoted(text)}.${more}`;
    return { message, related: [], severity: isMinor ? 'info' : 'warning' };
  },
};
