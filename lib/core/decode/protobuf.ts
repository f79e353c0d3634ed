// Parses a binary frame.
import { AGUIUnknownEventTypeError, decode } from '@ag-ui/proto';
import { PROTO_INVALID } from '@/lib/core/agui/transport';
import { reasonOf } from '@/lib/core/decode/reason';
import type { FrameValue } from '@/lib/core/decode/types';
import type { Json } from '@/lib/core/json/json';
import { parseBase64 } from '@/lib/messages/base64';

/** The value of a frame that is protobuf, given in base64. Never throws. */
export function parseProtobuf(data: string): FrameValue {
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
