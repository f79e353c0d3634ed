// Says why a file that could be read shows nothing.
import { isEventType, isThinkingType } from '@/lib/agui/events';
import type { Log } from '@/lib/log/log';
import type { Stream } from '@/lib/log/types';

/** Whether a log holds an event, of AG-UI or of a protocol that is read as AG-UI. */
function hasEvent(log: Log): boolean {
  return log.typeNames().some((type) => isEventType(type) || isThinkingType(type));
}

/** Whether a log holds a frame with a type that may be an event's, in a stream that is not another protocol's. */
function hasNamedFrame(log: Log): boolean {
  for (let seq = 0; seq < log.length; seq++) {
    if (log.typeOf(seq) !== '' && log.streamOf(seq)?.isUnjudged !== true) return true;
  }
  return false;
}

/** Whether a page asked for a run: then that there was no event is what is to be found. */
function isAsked({ input, transport }: Stream): boolean {
  return transport !== 'file' && input !== undefined;
}

/** One sentence about a file in which there is no event; undefined if there is one, or a run that should have had one. */
export function sayNoEvents(name: string, log: Log): string | undefined {
  if (hasEvent(log) || log.streams.some(isAsked) || hasNamedFrame(log)) return undefined;
  const other = log.streams.find((stream) => stream.isUnjudged === true)?.dialect;
  if (other !== undefined)
    return `${name} holds no AG-UI event: its stream is that of another protocol, '${other}'.`;
  const frames = log.length === 1 ? '1 frame' : `${log.length} frames`;
  return log.length > 0
    ? `${name} holds no event: it was read as ${frames}, and none has a type.`
    : `${name} holds no event.`;
}
