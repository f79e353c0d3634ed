// All consumers, in the order of detection, and the reader of each stream.
import type { Consumer, Reader } from '@/lib/core/consumers/consumer';
import { assistantUi } from '@/lib/core/consumers/kinds/assistant-ui';
import { client00 } from '@/lib/core/consumers/kinds/client-0.0';
import { client10 } from '@/lib/core/consumers/kinds/client-1.0';
import { client11 } from '@/lib/core/consumers/kinds/client-1.1';
import { copilotkit } from '@/lib/core/consumers/kinds/copilotkit';
import { observer } from '@/lib/core/consumers/kinds/observer';
import { own } from '@/lib/core/consumers/kinds/own';
import { tanstack } from '@/lib/core/consumers/kinds/tanstack';
import { unknown } from '@/lib/core/consumers/kinds/unknown';
import type { Stream } from '@/lib/core/log/types';

const recognized: readonly Consumer[] = [
  ...[observer, tanstack, copilotkit, assistantUi],
  ...[client11, client10, client00],
];

/** All consumers; the first with evidence reads a stream, by default the last. */
export const consumers: readonly Consumer[] = [...recognized, own, unknown];

export function findConsumer(id: string): Consumer | undefined {
  return consumers.find((consumer) => consumer.id === id);
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function look(stream: Stream): Reader {
  for (const consumer of consumers) {
    const evidence = consumer.evidence(stream);
    if (evidence === undefined) continue;
    return { consumer, profile: consumer.profileFor(stream), evidence: `${upper(evidence)}.` };
  }
  // The last consumer always has evidence.
  return { consumer: unknown, profile: undefined, evidence: '' };
}

// Cached readers, before and after a stream's first request: only the request shows the client of a socket.
const seenBefore = new WeakMap<Stream, Reader>();
const seen = new WeakMap<Stream, Reader>();

/** True if a stream had not shown a request before event `seq` and may still show one. */
function isEarly({ input, inputFrom, transport }: Stream, seq: number): boolean {
  return inputFrom === undefined ? input === undefined && transport === 'web-socket' : seq < inputFrom;
}

function withoutInput({ input: _later, ...known }: Stream): Stream {
  return known;
}

/** The reader of a stream as known at an event, by default as known now. */
export function readerOf(stream: Stream, seq = Number.POSITIVE_INFINITY): Reader {
  const early = isEarly(stream, seq);
  const readers = early ? seenBefore : seen;
  const known = readers.get(stream);
  if (known !== undefined) return known;
  const reader = look(early ? withoutInput(stream) : stream);
  readers.set(stream, reader);
  return reader;
}

export type Readers = (stream: Stream, seq?: number) => Reader;

/** The readers chosen by the user for sites (origins of URLs); others are found by evidence. */
export function chosenReaders(chosen: Readonly<Record<string, string>>): Readers {
  if (Object.keys(chosen).length === 0) return readerOf;
  const known = new WeakMap<Stream, Consumer | undefined>();
  const find = (stream: Stream): Consumer | undefined => {
    const site = siteOf(stream);
    return Object.hasOwn(chosen, site) ? findConsumer(chosen[site] ?? '') : undefined;
  };
  return (stream, seq) => {
    if (!known.has(stream)) known.set(stream, find(stream));
    const consumer = known.get(stream);
    return consumer === undefined ? readerOf(stream, seq) : chosenReader(consumer, stream);
  };
}

export function everyReader(consumer: Consumer): Readers {
  return (stream) => chosenReader(consumer, stream);
}

function chosenReader(consumer: Consumer, stream: Stream): Reader {
  return { consumer, profile: consumer.profileFor(stream), evidence: 'Chosen by hand.' };
}

/** The site of a stream, by which a chosen reader is stored: the origin of the URL; '' if it has none. */
export function siteOf({ url }: Stream): string {
  return /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? '';
}
