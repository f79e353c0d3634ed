// A request as a curl command or a fetch call. Credentials are never captured, so they are missing.
import { harmless } from '@/lib/core/agui/harmless';
import { isHeaderValue } from '@/lib/core/files/as-code';
import type { Stream } from '@/lib/core/log/types';

function headersOf({ accept, requestBody }: Stream): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  if (accept !== undefined && isHeaderValue(accept)) headers.push(['accept', accept]);
  if (requestBody !== undefined) headers.push(['content-type', 'application/json']);
  return headers;
}

/** True for a run request over HTTP, not in a file or in a message on a socket. */
export function isHttpRun({ transport, input, requestBody, url }: Stream): boolean {
  const isHttp = transport !== 'file' && transport !== 'web-socket';
  return isHttp && input !== undefined && requestBody !== undefined && url !== '';
}

export const REDACTED_REQUESTS =
  'Redacted: URLs and texts are placeholders. Set the URL of the server and the prompt.';

/**
 * Linux limits one argument to 128 KiB, and a unit may take three bytes. printf is built into the shell, without that
 * limit.
 */
const ARGUMENT_MAX = 40_000;

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Control characters, characters that reorder text, and NUL, which arguments cannot contain. Line ends stay. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_C}]/gu;

function escapedBytes(text: string, mark: (byte: number) => string): string {
  return Array.from(new TextEncoder().encode(text), mark).join('');
}

/** The command that prints a text, for a POSIX shell. */
function printed(text: string): string {
  if (text.search(CONTROLS) === -1) return `printf '%s' ${shellQuoted(text)}`;
  const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`;
  const escaped = text.replaceAll('\\', '\\\\').replace(CONTROLS, (control) => escapedBytes(control, octal));
  return `printf '%b' ${shellQuoted(escaped)}`;
}

/** A URL without control characters. */
function address(url: string): string {
  const percent = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;
  return url.replace(CONTROLS, (control) => escapedBytes(control, percent));
}

/** The request of a stream as a curl command for a POSIX shell. */
export function asCurl(stream: Stream): string {
  const { method, url, requestBody } = stream;
  // `--url` and `--globoff`: the URL may begin with a dash and contain brackets.
  const parts = [
    `curl --no-buffer --globoff -X ${shellQuoted(method.replace(CONTROLS, '') || 'GET')} --url ${shellQuoted(address(url))}`,
  ];
  for (const [name, value] of headersOf(stream)) parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  const isPiped =
    requestBody !== undefined && (requestBody.length > ARGUMENT_MAX || requestBody.search(CONTROLS) !== -1);
  if (isPiped) parts.push('--data-binary @-');
  else if (requestBody !== undefined) parts.push(`--data-raw ${shellQuoted(requestBody)}`);
  const command = parts.join(' \\\n  ');
  return isPiped ? `${printed(requestBody)} | ${command}` : command;
}

export function asFetch(stream: Stream): string {
  const { method, url, requestBody } = stream;
  const headers = Object.fromEntries(headersOf(stream));
  const init = {
    method: method || 'GET',
    headers,
    ...(requestBody !== undefined && { body: requestBody }),
  };
  return harmless(`await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, null, 2)});`);
}
