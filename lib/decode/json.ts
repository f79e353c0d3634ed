// Parses a frame as JSON; binary frames go through the protobuf decoder.
import { AGUIUnknownEventTypeError, decode } from '@ag-ui/proto';
import { nestsTooDeep, STACK_TEXT, TOO_DEEP } from '@/lib/agui/depth';
import type { Json } from '@/lib/agui/json';
import { PROTO_INVALID } from '@/lib/agui/transport';
import type { Frame, Problem } from '@/lib/decode/types';
import { parseBase64 } from '@/lib/wire/base64';

/** The value of a frame, or the problem that prevented reading it. */
type FrameValue = { readonly value: Json } | { readonly problem: Problem };

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function reasonOf(error: unknown): string {
  return cut(error instanceof Error ? error.message : String(error));
}

const DEEP: Problem = {
  code: 'json',
  message: `This frame ${TOO_DEEP}: it is shown as text only.`,
  clientText: STACK_TEXT,
};

function parseJson(data: string): FrameValue {
  if (nestsTooDeep(data)) return { problem: DEEP };
  try {
    const value: Json = JSON.parse(data);
    return { value };
  } catch (error) {
    const clientText = reasonOf(error);
    return { problem: { code: 'json', message: `Invalid JSON: ${clientText}`, clientText } };
  }
}

function parseProto(data: string): FrameValue {
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
    // Through JSON, so that the panel gets no undefined properties and no class instances.
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

// A truncated frame cannot be parsed; the client reports that, not the cause.
function withClientText(frame: Frame, problem: Problem): Problem {
  if (frame.binary) return problem;
  const parsed = parseJson(frame.data);
  const clientText = 'problem' in parsed ? parsed.problem.clientText : undefined;
  return clientText === undefined ? problem : { ...problem, clientText };
}

/** Parses a frame. Never throws. */
export function parseFrame(frame: Frame): FrameValue {
  if (frame.problem !== undefined) return { problem: withClientText(frame, frame.problem) };
  return frame.binary ? parseProto(frame.data) : parseJson(frame.data);
}
