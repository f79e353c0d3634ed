// Parses a frame as JSON. Binary frames go through the protobuf decoder: whoever reads them has it at hand, or waits for
// it before the first one.
import { assertExists } from '@/lib/agui/assert';
import { nestsTooDeep, STACK_TEXT, TOO_DEEP } from '@/lib/agui/depth';
import type { Json } from '@/lib/agui/json';
import { reasonOf } from '@/lib/decode/reason';
import type { Frame, Problem } from '@/lib/decode/types';

/** The value of a frame, or the problem that prevented reading it. */
export type FrameValue = { readonly value: Json } | { readonly problem: Problem };

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

type ParseProtobuf = (data: string) => FrameValue;

let parseProtobuf: ParseProtobuf | undefined;

/** Takes what protobuf.ts does. */
export function haveProtobuf(parse: ParseProtobuf): void {
  parseProtobuf = parse;
}

// A truncated frame cannot be parsed; the client reports that, not the cause.
function withClientText(frame: Frame, problem: Problem): Problem {
  if (frame.binary || problem.isOurs === true) return problem;
  const parsed = parseJson(frame.data);
  const clientText = 'problem' in parsed ? parsed.problem.clientText : undefined;
  return clientText === undefined ? problem : { ...problem, clientText };
}

/** Parses a frame. Never throws. */
export function parseFrame(frame: Frame): FrameValue {
  if (frame.problem !== undefined) return { problem: withClientText(frame, frame.problem) };
  return frame.binary
    ? assertExists(parseProtobuf, 'the reader of protobuf, before the first binary frame is read')(frame.data)
    : parseJson(frame.data);
}
