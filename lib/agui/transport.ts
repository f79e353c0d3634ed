// What the stock client's transport asks of a body, as data.

/** The media type of the binary encoding; the client reads protobuf where the content type is exactly this. */
export const PROTO_TYPE = 'application/vnd.ag-ui.event+proto';

/** What the client 1.0 keeps of an unfinished frame, decoded units or bytes; more than that ends the run. */
export const CLIENT_FRAME_MAX = 10 * 1024 * 1024;

/** The client's text where more than that waits for the end of a server-sent event. */
export const SSE_OVERFLOW = 'SSE buffer size exceeded maximum limit of 10 MB';

/** The client's text where a protobuf frame says that it is longer than that. */
export const PROTO_OVERFLOW = 'Protobuf message size exceeded maximum limit of 10 MB';

/** The client's text where a protobuf frame holds no event. */
export const PROTO_INVALID = 'Failed to decode protocol buffer message: Invalid event';

/** The client's text where the end of the body cuts a protobuf frame. */
export function protoCutText(bytes: number): string {
  return `The binary stream ended mid-frame: ${bytes} trailing bytes could not be read as a complete message.`;
}
