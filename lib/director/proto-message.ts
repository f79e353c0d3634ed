// An event of protobuf as JSON text, and a JSON text as its message.
import { decode, encode } from '@ag-ui/proto';
import { isJsonObject, parseJson } from '../core/json/json';

/** Number of bytes before a message: its length, big-endian. */
export const PREFIX_BYTES = 4;

/** The event in a message; undefined for bytes that are none. */
export function textOfMessage(message: Uint8Array): string | undefined {
  try {
    return JSON.stringify(decode(message));
  } catch {
    return undefined;
  }
}

/** The message of an event; undefined for a text that protobuf cannot carry. */
export function encodedEvent(text: string): Uint8Array | undefined {
  const event = parseJson(text);
  if (!isJsonObject(event)) return undefined;
  try {
    // Taken for an event: for values that it cannot write the encoder throws.
    const message = encode(event as unknown as Parameters<typeof encode>[0]);
    // It writes nothing for an unknown type.
    return message.length === 0 ? undefined : message;
  } catch {
    return undefined;
  }
}
