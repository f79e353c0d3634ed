// Redacts URLs and headers. The structure of a URL stays, and the paths and names that identify clients.
import { wordsIn } from '@/lib/core/json/words-in';
import type { Tokens } from '@/lib/core/redact/types';
import { isMediaType } from '@/lib/core/redact/words';

const PARTS = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
const SCHEMES: ReadonlySet<string> = new Set(
  wordsIn('http https ws wss file chrome-extension moz-extension about blob'),
);
const SEGMENTS: ReadonlySet<string> = new Set(
  wordsIn('agent run connect stop suggest cpk-debug-events info capabilities'),
);
const QUERY_NAMES: ReadonlySet<string> = new Set(
  wordsIn('join_token vsn offset runId threadId run_id thread_id lastEventId'),
);

/** The token of a part, equal to that of the same id in events. */
function part(text: string, tokens: Tokens): string {
  try {
    return encodeURIComponent(tokens.text(decodeURIComponent(text)));
  } catch {
    return tokens.text(text);
  }
}

function path(text: string, tokens: Tokens): string {
  return text
    .split('/')
    .map((segment) => (SEGMENTS.has(segment) ? segment : part(segment, tokens)))
    .join('/');
}

function query(text: string | undefined, tokens: Tokens): string {
  if (text === undefined) return '';
  const pairs = text.slice(1).split('&');
  return `?${pairs.map((pair) => queryPair(pair, tokens)).join('&')}`;
}

function queryPair(pair: string, tokens: Tokens): string {
  const [name = '', ...rest] = pair.split('=');
  const safeName = QUERY_NAMES.has(name) ? name : tokens.text(name);
  if (rest.length === 0) return safeName;
  const value = rest.join('=');
  const isVersion = name === 'vsn' && /^\d(?:\.\d){0,2}$/.test(value);
  return `${safeName}=${isVersion ? value : part(value, tokens)}`;
}

export function redactUrl(url: string, tokens: Tokens): string {
  if (url === '') return url;
  const [, scheme = '', host = '', rest = '', search, hash] = PARTS.exec(url) ?? [];
  if (scheme === '' || !SCHEMES.has(scheme.toLowerCase())) {
    // A path without a host, as in some transports.
    return url.startsWith('/') ? path(url, tokens) : tokens.text(url);
  }
  const site = host === '' ? '' : `${tokens.text(host.toLowerCase())}.invalid`;
  const anchor = hash === undefined ? '' : `#${tokens.text(hash.slice(1))}`;
  return `${scheme}://${site}${path(rest, tokens)}${query(search, tokens)}${anchor}`;
}

const DIRECTIVES = /^(?:no-cache|no-store|no-transform|private|public|must-revalidate|max-age=\d{1,9})$/i;
const SAFE_VALUES: Readonly<Record<string, RegExp>> = {
  'content-encoding': /^(?:gzip|br|deflate|zstd|identity|compress)$/i,
  'content-length': /^\d{1,15}$/,
  'cache-control': DIRECTIVES,
  'x-accel-buffering': /^(?:yes|no)$/i,
  'x-vercel-ai-ui-message-stream': /^v\d$/i,
  'retry-after': /^\d{1,9}$/,
};

export function redactMediaTypes(value: string, tokens: Tokens): string {
  const parts = value.split(/([,;]\s*)/);
  return parts
    .map((part) => {
      const isSafe =
        isMediaType(part.trim()) || /^(?:charset=utf-8|q=[01](?:\.\d{1,3})?|)$/i.test(part.trim());
      return isSafe || /^[,;]\s*$/.test(part) ? part : tokens.text(part);
    })
    .join('');
}

export function redactHeader(name: string, value: string, tokens: Tokens): string {
  if (name === 'content-type') return redactMediaTypes(value, tokens);
  const safe = Object.hasOwn(SAFE_VALUES, name) ? SAFE_VALUES[name] : undefined;
  const parts = value.split(/(,\s*)/);
  return parts.map((part) => (/^,\s*$/.test(part) || safe?.test(part) ? part : tokens.text(part))).join('');
}
