// The names of the transports that the demo server and the demo page both speak.

/** Every transport, in the order of the chooser. */
export const TRANSPORTS = [
  'sse',
  'protobuf',
  'ndjson',
  'eventsource',
  'eventsource-named',
  'eventsource-query',
  'websocket',
  'xhr',
] as const;

/** One way of getting events from the demo server. */
export type DemoTransport = (typeof TRANSPORTS)[number];

/** Narrows a URL parameter. */
export function isTransport(name: string): name is DemoTransport {
  return (TRANSPORTS as readonly string[]).includes(name);
}
