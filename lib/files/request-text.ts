// A request in a form that can be run again: a curl command or a fetch call. Credentials are never captured, so they
// are missing.
import type { Stream } from '@/lib/log/types';

function headersOf({ accept, requestBody }: Stream): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  if (accept !== undefined) headers.push(['accept', accept]);
  if (requestBody !== undefined) headers.push(['content-type', 'application/json']);
  return headers;
}

/** Whether it was a run request of its own: not a message on a socket, nor a file. */
export function isHttpRun({ transport, input, requestBody, url }: Stream): boolean {
  const isHttp = transport !== 'file' && transport !== 'web-socket';
  return isHttp && input !== undefined && requestBody !== undefined && url !== '';
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request of a stream as a curl command for a POSIX shell. */
export function asCurl(stream: Stream): string {
  const { method, url, requestBody } = stream;
  const parts = [`curl --no-buffer -X ${quoted(method || 'GET')} ${quoted(url)}`];
  for (const [name, value] of headersOf(stream)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (requestBody !== undefined) parts.push(`--data-raw ${quoted(requestBody)}`);
  return parts.join(' \\\n  ');
}

/** The request of a stream as a fetch call. */
export function asFetch(stream: Stream): string {
  const { method, url, requestBody } = stream;
  const headers = Object.fromEntries(headersOf(stream));
  const init = {
    method: method || 'GET',
    headers,
    ...(requestBody !== undefined && { body: requestBody }),
  };
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, null, 2)});`;
}
