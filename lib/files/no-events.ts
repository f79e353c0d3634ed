// Says why a file that could be read shows nothing.
import { isEventType, isThinkingType } from '@/lib/agui/events';
import type { Log } from '@/lib/log/log';
import type { Stream } from '@/lib/log/types';

/** What a file turned out to hold. */
export interface Content {
  /** Number of frames that are listed. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly typeNames: readonly string[];
  /** Whether a frame has a type that may be an event's, in a stream that is not another protocol's. */
  readonly hasNamedFrame: boolean;
}

/** What a log holds. */
export function contentOf(log: Log): Content {
  const { length, streams } = log;
  const typeNames = log.typeNames();
  const isEvent = hasEvent(typeNames);
  let hasNamedFrame = false;
  for (let seq = 0; seq < length && !hasNamedFrame && !isEvent; seq++) {
    hasNamedFrame = log.typeOf(seq) !== '' && log.streamOf(seq)?.isUnjudged !== true;
  }
  return { length, streams, typeNames, hasNamedFrame };
}

function hasEvent(typeNames: readonly string[]): boolean {
  return typeNames.some((type) => isEventType(type) || isThinkingType(type));
}

/** Whether a page asked for a run: then that there was no event is what is to be found. */
function isAsked({ input, transport }: Stream): boolean {
  return transport !== 'file' && input !== undefined;
}

/** One sentence about a file in which there is no event; undefined if there is one, or a run that should have had one. */
export function sayNoEvents(name: string, content: Content): string | undefined {
  const { length, streams, typeNames, hasNamedFrame } = content;
  if (hasEvent(typeNames) || streams.some(isAsked) || hasNamedFrame) return undefined;
  const other = streams.find((stream) => stream.isUnjudged === true)?.dialect;
  if (other !== undefined)
    return `${name} holds no AG-UI event: its stream is that of another protocol, '${other}'.`;
  const status = streams.find(({ status: code = 200 }) => code >= 400)?.status;
  if (status !== undefined) return `${name} holds no event: it is an answer with HTTP status ${status}.`;
  const count = streams.reduce((sum, { unlisted = 0 }) => sum + unlisted, length);
  const frames = count === 1 ? '1 frame' : `${count} frames`;
  return length > 0
    ? `${name} holds no event: it was read as ${frames}, and none has a type.`
    : `${name} holds no event.`;
}
