// The raw body of an event stream, as saved by curl.
import { type BodyPart, bodiesOf, frameText, textsOfBody } from '@/lib/core/files/bodies';
import { readTextBody } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import { textsOf } from '@/lib/core/files/input';
import type { Format } from '@/lib/core/files/types';
import type { Stream } from '@/lib/core/log/types';

function isSse({ framing, transport }: Stream): boolean {
  return framing === 'sse' || transport === 'event-source';
}

function* wireOf(parts: readonly BodyPart[]): Iterable<string> {
  if (parts.some((part) => part.kind === 'chunk')) yield* textsOfBody(parts);
  else for (const part of parts) if (part.kind === 'frame' && part.dir === 'in') yield frameText(part);
}

/** Concatenates bodies, so that the last event of one stays separate from the first of the next. */
function* joined(bodies: readonly (readonly BodyPart[])[]): Iterable<string> {
  let end = '';
  for (const [index, parts] of bodies.entries()) {
    if (index > 0 && !/(\n|\r\n|\r)\1$/.test(end)) yield '\n\n';
    let isFirst = true;
    for (const text of wireOf(parts)) {
      if (text === '') continue;
      // A byte order mark is valid only at the beginning of a file.
      yield isFirst && index > 0 ? text.replace(/^\ufeff/, '') : text;
      isFirst = false;
      end = (end + text).slice(-4);
    }
  }
}

export const sseBody: Format = {
  ...factsOf('sse-body'),
  isRaw: true,
  confidence({ name, start }) {
    const looksRight = /^\ufeff?[\s]*(data|event|id|retry)?:/.test(start);
    if (name.endsWith('.sse')) return looksRight ? 0.95 : 0.6;
    if (looksRight) return 0.75;
    // Output of `curl -i`: clients ignore lines without a field.
    return /^data:[ ]?\{/m.test(start) ? 0.3 : 0;
  },
  read: (input) => readTextBody(input.name, 'text/event-stream', () => textsOf(input)),
  write({ log, batches }) {
    const whole = log();
    const other = whole.streams.filter((stream) => stream.events > 0 && !isSse(stream)).length;
    if (other > 0) {
      const which = other === 1 ? 'A stream' : `${other} streams`;
      return {
        refused: `${which} of this session did not come as server-sent events; export a recording instead.`,
      };
    }
    const streams = whole.streams.filter(({ events }) => events > 0);
    if (streams.length === 0) return { refused: 'There are no server-sent events in this session.' };
    const bodies = bodiesOf(whole, batches());
    return joined(streams.map(({ index }) => bodies[index] ?? []));
  },
};
