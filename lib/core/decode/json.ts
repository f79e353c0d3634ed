// Parses a frame: JSON, or protobuf if it is binary.

import { AGUIUnknownEventTypeError, decode } from '@ag-ui/proto';
import { PROTO_INVALID } from '@/lib/core/agui/client-limits';
import type { Frame, FrameValue, Problem } from '@/lib/core/decode/types';
import { parseOrError, STACK_TEXT, TOO_DEEP } from '@/lib/core/json/depth';
import type { Json } from '@/lib/core/json/json';
import { messageOf } from '@/lib/core/json/reason';
import { parseBase64 } from '@/lib/messages/base64';

function reasonOf(error: unknown): string {
  const text = messageOf(error);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

const DEEP: Problem = {
  code: 'json',
  message: `This frame ${TOO_DEEP}: it is shown as text only.`,
  clientText: STACK_TEXT,
};

function parseJson(data: string): FrameValue {
  const parsed = parseOrError(data);
  if ('value' in parsed) return parsed;
  if (parsed.error === STACK_TEXT) return { problem: DEEP };
  const clientText = reasonOf(parsed.error);
  return { problem: { code: 'json', message: `Invalid JSON: ${clientText}`, clientText } };
}

// A truncated frame cannot be parsed; the client reports that, not the cause.
function withClientText(frame: Frame, problem: Problem): Problem {
  if (frame.binary || problem.isOurs === true) return problem;
  const parsed = parseJson(frame.data);
  const clientText = 'problem' in parsed ? parsed.problem.clientText : undefined;
  return clientText === undefined ? problem : { ...problem, clientText };
}

/** Values of frames from this length on, in units, are cached with the frame. */
const LONG = 64 * 1024;
const cached = new WeakMap<Frame, FrameValue>();

/** Parses a frame. Never throws. */
export function parseFrame(frame: Frame): FrameValue {
  if (frame.data.length < LONG) return parseNow(frame);
  const known = cached.get(frame) ?? parseNow(frame);
  cached.set(frame, known);
  return known;
}

function parseProtobuf(data: string): FrameValue {
  const bytes = parseBase64(data);
  if (bytes === undefined) {
    return { problem: { code: 'protobuf', message: 'The bytes of this frame are not valid base64.' } };
  }
  if (bytes.length === 0) {
    const message =
      'This frame is empty: old encoders write an empty message for event types they do not know.';
    return { problem: { code: 'protobuf', message, clientText: PROTO_INVALID } };
  }
  try {
    // Converted to JSON: removes undefined properties and class instances.
    const value: Json = JSON.parse(JSON.stringify(decode(bytes)));
    return { value };
  } catch (error) {
    if (error instanceof AGUIUnknownEventTypeError) {
      return {
        problem: { code: 'unknown-type', message: `The stock client drops this event: ${reasonOf(error)}` },
      };
    }
    const reason = reasonOf(error);
    const clientText = `Failed to decode protocol buffer message: ${reason}`;
    return {
      problem: { code: 'protobuf', message: `Not an AG-UI protobuf message: ${reason}`, clientText },
    };
  }
}

function parseNow(frame: Frame): FrameValue {
  if (frame.problem !== undefined) return { problem: withClientText(frame, frame.problem) };
  return frame.binary ? parseProtobuf(frame.data) : parseJson(frame.data);
}
