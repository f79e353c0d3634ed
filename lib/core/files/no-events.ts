// Reasons why a readable file contains no event.
import { isEventType, isThinkingType } from '@/lib/core/agui/events';
import { diagnoseFrame } from '@/lib/core/agui/frame-diagnosis';
import { quoted } from '@/lib/core/agui/quoted';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import { sse } from '@/lib/core/decode/sse';
import { wouldBe } from '@/lib/core/lint/rules/unread-text';
import type { Log } from '@/lib/core/log/log';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { cannotCarry } from '@/lib/core/model/rejoin';

interface LogContent {
  /** Number of frames that are listed. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly typeNames: readonly string[];
  /** True if the type of a frame resembles one of AG-UI, in a stream of no other protocol. */
  readonly hasNamedFrame: boolean;
  /** The first frame, as on the wire; '' if there is none, undefined if it is binary. */
  readonly firstFrame: string | undefined;
}

export function logContent(log: Log): LogContent {
  const { length, streams } = log;
  const typeNames = log.typeNames();
  const near = new Set(hasEvent(typeNames) ? [] : typeNames.filter(isNearType));
  let hasNamedFrame = false;
  for (let seq = 0; seq < length && !hasNamedFrame && near.size > 0; seq++) {
    hasNamedFrame = near.has(log.typeOf(seq)) && log.streamOf(seq)?.isUnjudged !== true;
  }
  hasNamedFrame ||= log.boundaries.some(isNearEvent);
  const firstFrame = log.at(0)?.binary === true ? undefined : length > 0 ? log.rawOf(0) : '';
  return { length, streams, typeNames, hasNamedFrame, firstFrame };
}

/** True for text that is an event except for its prefix. */
export function isNearEvent(boundary: Boundary): boolean {
  return boundary.kind === 'unread' && wouldBe(boundary.text) !== undefined;
}

function hasEvent(typeNames: readonly string[]): boolean {
  return typeNames.some((type) => isEventType(type) || isThinkingType(type));
}

/** True for an AG-UI type in any spelling; false for the `type` of a package.json. */
export function isNearType(type: string): boolean {
  const constant = type.replace(/([a-z])(?=[A-Z])/g, '$1_').toUpperCase();
  return hasEvent([constant]) || /^[A-Z][A-Z\d_]+$/.test(type) || typeMeantBy(type) !== undefined;
}

/** True for a run request: its lack of events is a finding. */
function isAsked(stream: Stream): boolean {
  const { input, transport, status = 200, accept = '' } = stream;
  if (transport === 'file') return false;
  return input !== undefined || (status >= 300 && accept.includes('event-stream'));
}

/** True for a response of CopilotKit's runtime before version 2, in one document or in parts (multipart/mixed). */
function isCopilotGraphql({ head = '', requestBody = '' }: Stream): boolean {
  return /generateCopilotResponse/.test(head) || /generateCopilotResponse/.test(requestBody.slice(0, HEAD));
}

/** Number of units of a request that are searched. */
const HEAD = 4096;

/** Beginnings of exported files that hold no events. */
const WITHOUT_EVENTS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^\s*\{\s*"resourceSpans"/, 'a trace of OpenTelemetry'],
  [/^\s*\{\s*"traceEvents"/, 'a trace for Perfetto'],
  [/^\s*\{\s*"messages"/, 'a conversation for OpenAI'],
];

function firstOf(frame: string | undefined): string {
  if (frame === undefined) return 'The first is binary, and no protobuf of AG-UI.';
  const payload = sse.reread(frame).data || frame;
  const diagnosis = diagnoseFrame(payload, frame);
  const shown = quoted(payload, 60);
  return diagnosis === undefined
    ? `The first is ${shown}.`
    : `The first is ${diagnosis.what}, ${shown}. ${diagnosis.advice}`;
}

/** One sentence about a file without events; undefined for runs without events, which have findings. */
export function noEventsText(name: string, content: LogContent): string | undefined {
  const { length, streams, typeNames, hasNamedFrame, firstFrame } = content;
  if (hasEvent(typeNames) || streams.some(isAsked) || hasNamedFrame) return undefined;
  const other = streams.find((stream) => stream.isUnjudged === true)?.dialect;
  if (other !== undefined)
    return `${name} contains no AG-UI event: its stream is that of another protocol, '${other}'.`;
  if (streams.some(isCopilotGraphql))
    return `${name} contains no AG-UI event: it is the GraphQL of CopilotKit's runtime v1 (generateCopilotResponse). AG-UI is used between that runtime and the agent: record there, for example with a proxy.`;
  const status = streams.find(({ status: code = 200 }) => code >= 400)?.status;
  if (status !== undefined) return `${name} contains no event: HTTP status ${status}.`;
  const [, without] = WITHOUT_EVENTS.find(([pattern]) => pattern.test(firstFrame ?? '')) ?? [];
  if (without !== undefined)
    return `${name} contains no event: it is ${without}. Export a recording to open the session again.`;
  const count = streams.reduce((sum, { unlisted = 0 }) => sum + unlisted, length);
  const frames = count === 1 ? '1 frame' : `${count} frames`;
  if (length === 0) return `${name} contains no event.`;
  const type = typeNames.find((each) => each !== '');
  const first =
    type === undefined
      ? `none has a type. ${firstOf(firstFrame)}`
      : `none has a type of AG-UI. The first type is ${quoted(type, 60)}.`;
  return `${name} contains no event: it was read as ${frames}, and ${first}`;
}

/** One sentence about a file whose only runs have their events on streams that are not in it. */
export function eventsElsewhereText(name: string, streams: readonly Stream[]): string | undefined {
  const asked = streams.filter(({ input }) => input !== undefined);
  const [first] = asked;
  if (
    first === undefined ||
    !asked.every((stream) => stream.close?.how === 'complete' && cannotCarry(stream))
  )
    return undefined;
  return `${name} contains no event: HTTP ${first.status} answers its run request, and a stream with the events is not in the file.`;
}
