// Converts protobuf events to JSON text, and back.
import { decode, encode } from '@ag-ui/proto';
import { asEvent } from '@/lib/core/agui/events';
import { isJsonObject, parseJson } from '@/lib/core/json/json';

/** Length of the prefix of a message: its size, big-endian. */
export const PREFIX_BYTES = 4;

/** The event in a message; undefined for invalid bytes. */
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
    // Assumed to be an event: the encoder throws on values that it cannot write, and writes nothing for unknown types.
    const message = encode(asEvent(event));
    return message.length === 0 ? undefined : message;
  } catch {
    return undefined;
  }
}
