// Requirements of the stock client's transport for a body.

/** Media type of the binary encoding. The client reads protobuf only if the content type is exactly this. */
export const PROTO_TYPE = 'application/vnd.ag-ui.event+proto';

/** Maximum size of an unfinished frame in client 1.0, in decoded units or bytes; a larger one ends the run. */
export const CLIENT_FRAME_MAX = 10 * 1024 * 1024;

/** The client's error for a larger server-sent event. */
export const SSE_OVERFLOW = 'SSE buffer size exceeded maximum limit of 10 MB';

export const PROTO_OVERFLOW = 'Protobuf message size exceeded maximum limit of 10 MB';

export const PROTO_INVALID = 'Failed to decode protocol buffer message: Invalid event';

/** The client's error if the body ends in the middle of a protobuf frame. */
export function protoCutText(bytes: number): string {
  return `The binary stream ended mid-frame: ${bytes} trailing bytes could not be read as a complete message.`;
}

export const NOT_AN_OBJECT = 'Invalid event: the frame is not a JSON object.';

export const NO_EVENT_TYPE = 'Invalid event: the frame carries no event type.';
