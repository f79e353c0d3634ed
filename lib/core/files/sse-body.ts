// The raw body of an event stream, as saved by curl.
import { type BodyPart, bodiesOf, textsOfBody } from '@/lib/core/files/bodies';
import { factsOf } from '@/lib/core/files/format-facts';
import { bodyBatch, byteChunks, textChunks, textInSteps } from '@/lib/core/files/input';
import type { FileHead, Format, WriteSource } from '@/lib/core/files/types';
import type { Stream } from '@/lib/core/log/types';
import type { FrameRecord } from '@/lib/messages/records';

function confidence({ name, start }: FileHead): number {
  const looksRight = /^\ufeff?[\s]*(data|event|id|retry)?:/.test(start);
  if (name.endsWith('.sse')) return looksRight ? 0.95 : 0.6;
  if (looksRight) return 0.75;
  // What curl prints with the head of the answer: to its client, lines that are no field are nothing.
  return /^data:[ ]?\{/m.test(start) ? 0.3 : 0;
}

/** Whether its events came as server-sent events; an EventSource hands them out one by one. */
function isSse({ framing, transport }: Stream): boolean {
  return framing === 'sse' || transport === 'event-source';
}

/** A server-sent event as the page got it from an EventSource, written out again. */
function written({ text = '', event, lastEventId, dir }: FrameRecord): string {
  if (dir === 'out') return '';
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(lastEventId === undefined ? [] : [`id: ${lastEventId}`]),
    ...text.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

function* wireOf(parts: readonly BodyPart[]): Iterable<string> {
  if (parts.some((part) => part.kind === 'chunk')) yield* textsOfBody(parts);
  else for (const part of parts) if (part.kind === 'frame') yield written(part);
}

/** Bodies one after the other: the last event of one does not run into the first of the next. */
function* joined(bodies: readonly (readonly BodyPart[])[]): Iterable<string> {
  let end = '';
  for (const [index, parts] of bodies.entries()) {
    if (index > 0 && !/(\n|\r\n|\r)\1$/.test(end)) yield '\n\n';
    let isFirst = true;
    for (const text of wireOf(parts)) {
      if (text === '') continue;
      // A byte order mark is one only where a file begins.
      yield isFirst && index > 0 ? text.replace(/^\ufeff/, '') : text;
      isFirst = false;
      end = (end + text).slice(-4);
    }
  }
}

function write({ log, batches }: WriteSource): Iterable<string> | { readonly refused: string } {
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
}

/** The raw body of an event stream. */
export const sseBody: Format = {
  ...factsOf('sse-body'),
  isRaw: true,
  confidence,
  read({ name, text, bytes }) {
    const chunks = text === undefined ? byteChunks(bytes ?? new Uint8Array(0), 1, 0) : textChunks(text, 1, 0);
    return { batches: [bodyBatch(name, 'text/event-stream', chunks)] };
  },
  readInSteps: (file) => textInSteps(file, 'text/event-stream'),
  write,
};
