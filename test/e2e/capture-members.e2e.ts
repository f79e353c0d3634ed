// Every member of the platform that may give received data to a page, with its handling. A browser's new member fails
// here: it has to be captured, reported as a gap, or listed as one that reads nothing.
import { expect, story } from './story';

/** Members by what becomes of that which is read by them. */
interface Fates {
  /** The way is followed: each is one of those that `capture-channel` reads by. */
  readonly captured?: string;
  /** Not followed; a gap reports it. */
  readonly reported?: string;
  /** Reads nothing of a run: a fact about it, a way to write, or a part of what was captured already. */
  readonly other: string;
}

const known: Readonly<Record<string, Fates>> = {
  Response: {
    captured: 'arrayBuffer blob body bytes clone formData json text textStream',
    other: 'bodyUsed headers ok redirected status statusText type url',
  },
  ReadableStream: {
    captured: 'cancel getReader pipeThrough pipeTo tee values Symbol(Symbol.asyncIterator)',
    other: 'locked',
  },
  ReadableStreamDefaultReader: { captured: 'cancel read releaseLock', other: 'closed' },
  ReadableStreamBYOBReader: { captured: 'cancel read releaseLock', other: 'closed' },
  // All of it was captured when the response became a blob.
  Blob: { other: 'arrayBuffer bytes size slice stream text textStream type' },
  XMLHttpRequest: {
    captured: 'abort open response responseText send setRequestHeader',
    other:
      'DONE HEADERS_RECEIVED LOADING OPENED UNSENT getAllResponseHeaders getResponseHeader onreadystatechange ' +
      'overrideMimeType readyState responseType responseURL responseXML status statusText timeout upload ' +
      'withCredentials setAttributionReporting setPrivateToken mozAnon mozSystem',
  },
  EventSource: {
    captured: 'close onmessage',
    other: 'CLOSED CONNECTING OPEN onerror onopen readyState url withCredentials',
  },
  WebSocket: {
    captured: 'close onmessage send',
    other:
      'CLOSED CLOSING CONNECTING OPEN binaryType bufferedAmount extensions onclose onerror onopen protocol ' +
      'readyState url',
  },
  globals: {
    captured:
      'EventSource ReadableStream ReadableStreamBYOBReader ReadableStreamDefaultReader WebSocket fetch',
    reported: 'SharedWorker WebSocketStream WebTransport Worker',
    other:
      'ByteLengthQueuingStrategy CompressionStream DecompressionStream FileSystemWritableFileStream ' +
      'ReadableByteStreamController ReadableStreamBYOBRequest ReadableStreamDefaultController ServiceWorker ' +
      'ServiceWorkerContainer ServiceWorkerRegistration TextDecoderStream TextEncoderStream TransformStream ' +
      'TransformStreamDefaultController WebSocketError WebTransportBidirectionalStream ' +
      'WebTransportDatagramDuplexStream WebTransportError WebTransportReceiveStream WebTransportSendStream ' +
      'WritableStream WritableStreamDefaultController WritableStreamDefaultWriter fetchLater FetchLaterResult',
  },
};

const namesOf = ({ captured = '', reported = '', other }: Fates): readonly string[] =>
  `${captured} ${reported} ${other} constructor Symbol(Symbol.toStringTag)`.split(' ');

story('every member by which a page may read is known', async ({ tab, visit }) => {
  await visit();
  const found = await tab.evaluate(
    (classes) => {
      const page = window as never as Record<string, { prototype?: object }>;
      const globals = Object.getOwnPropertyNames(window).filter(
        (name) =>
          /^fetch|Stream|EventSource|WebSocket|WebTransport|Worker/i.test(name) && !/Media|^on/.test(name),
      );
      const members = classes.map((name) => [name, Reflect.ownKeys(page[name]?.prototype ?? {}).map(String)]);
      return Object.fromEntries([['globals', globals], ...members]) as Record<string, string[]>;
    },
    Object.keys(known).filter((name) => name !== 'globals'),
  );
  for (const [name, fates] of Object.entries(known)) {
    const names = namesOf(fates);
    expect(found[name]?.length, name).toBeGreaterThan(2);
    expect(
      found[name]?.filter((member) => !names.includes(member)),
      name,
    ).toEqual([]);
  }
});
