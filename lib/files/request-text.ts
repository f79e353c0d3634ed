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

/** Linux takes 128 KiB in one argument of a command, and a unit may be three bytes; printf is no command but the shell. */
const ARGUMENT_MAX = 40_000;

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request of a stream as a curl command for a POSIX shell. */
export function asCurl(stream: Stream): string {
  const { method, url, requestBody } = stream;
  // An address is nothing else, whatever it begins with, and its brackets stand for themselves.
  const parts = [`curl --no-buffer --globoff -X ${quoted(method || 'GET')} --url ${quoted(url)}`];
  for (const [name, value] of headersOf(stream)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  const isLong = requestBody !== undefined && requestBody.length > ARGUMENT_MAX;
  if (isLong) parts.push('--data-binary @-');
  else if (requestBody !== undefined) parts.push(`--data-raw ${quoted(requestBody)}`);
  const command = parts.join(' \\\n  ');
  return isLong ? `printf '%s' ${quoted(requestBody)} | ${command}` : command;
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
