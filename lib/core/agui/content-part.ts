// Reads the parts of a message's content for display: kind, size, and whether the data is in the message or
// referenced. Also reads the part shapes of 0.0.x and of earlier drafts.
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';

export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      /** Data inside the message itself. */
      readonly kind: 'data';
      /** As the part states it: `image`, `audio`, `video`, `document`, or `binary`. */
      readonly type: string;
      readonly mime: string;
      readonly base64: string;
      readonly size: number;
      readonly name?: string;
    }
  | {
      readonly kind: 'reference';
      readonly type: string;
      readonly mime: string;
      readonly ref: string;
      /** `url`, `file`, or `id` for 0.0.x. */
      readonly via: string;
      readonly provider?: string;
      readonly name?: string;
    }
  | { readonly kind: 'other'; readonly value: Json };

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[\w.+-]+)*;base64,/i;
const MEDIA: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document', 'binary', 'file']);

function named(part: JsonObject): { readonly name?: string } {
  const { metadata } = part;
  const own = isJsonObject(metadata) ? metadata : {};
  const name = stringOrEmpty(part['filename'] ?? part['name'] ?? own['filename'] ?? own['name']);
  return name === '' ? {} : { name };
}

export function base64Size(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function dataPart(part: JsonObject, type: string, mime: string, value: string): ContentPart | undefined {
  // Some producers write a whole data URL instead of the base64 data.
  const head = DATA_URL.exec(value.slice(0, 200));
  const base64 = (head === null ? value : value.slice(head[0].length)).replaceAll(/\s+/g, '');
  if (!BASE64.test(base64)) return undefined;
  const size = base64Size(base64);
  return { kind: 'data', type, mime: mime || (head?.[1] ?? ''), base64, size, ...named(part) };
}

function referencePart(
  part: JsonObject,
  type: string,
  { mime, place, via }: { mime: string; place: string; via: string },
): ContentPart {
  const provider = stringOrEmpty(isJsonObject(part['source']) ? part['source']['provider'] : undefined);
  return { kind: 'reference', type, mime, ref: place, via, ...(provider && { provider }), ...named(part) };
}

function mediaPart(part: JsonObject, type: string): ContentPart | undefined {
  const { source } = part;
  if (isJsonObject(source)) {
    const mime = stringOrEmpty(source['mimeType']);
    const value = stringOrEmpty(source['value']);
    const via = stringOrEmpty(source['type']);
    if (via === 'data' || value.startsWith('data:')) return dataPart(part, type, mime, value);
    return value === '' ? undefined : referencePart(part, type, { mime, place: value, via: via || 'url' });
  }
  // `binary` of 0.0.x, and `{type: "image", url}` of earlier drafts.
  const mime = stringOrEmpty(part['mimeType']);
  const data = stringOrEmpty(part['data']);
  const url = stringOrEmpty(part['url']);
  if (data !== '' || url.startsWith('data:')) return dataPart(part, type, mime, data || url);
  const id = stringOrEmpty(part['id']);
  if (url === '' && id === '') return undefined;
  return referencePart(part, type, { mime, place: url || id, via: url === '' ? 'id' : 'url' });
}

export function readPart(part: Json): ContentPart {
  if (!isJsonObject(part)) return { kind: 'other', value: part };
  const { type, text } = part;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  const media = typeof type === 'string' && MEDIA.has(type) ? mediaPart(part, type) : undefined;
  return media ?? { kind: 'other', value: part };
}

// Types that a browser shows without running scripts: no SVG.
const SHOWN = {
  image: /^image\/(png|jpeg|gif|webp|avif|bmp)$/i,
  audio: /^audio\/[\w.+-]+$/i,
  video: /^video\/[\w.+-]+$/i,
} as const;

/** True display of a MIME type; undefined if only name and size can be shown. */
export function mediaOf(mime: string): keyof typeof SHOWN | undefined {
  // Object.keys loses the type of the keys.
  const kinds = Object.keys(SHOWN) as (keyof typeof SHOWN)[];
  return kinds.find((kind) => SHOWN[kind].test(mime));
}

/** The text of a message's content: a string as it is, text parts joined, other parts described in brackets. */
export function textOfContent(content: Json | undefined): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!isJsonArray(content)) return JSON.stringify(content);
  return content
    .map((part) => {
      const read = readPart(part);
      if (read.kind === 'text') return read.text;
      if (read.kind === 'other') return JSON.stringify(read.value);
      const what = [read.type, read.mime, read.name].filter((word) => word).join(' ');
      return read.kind === 'data' ? `[${what}, ${read.size} bytes]` : `[${what}: ${read.ref}]`;
    })
    .join('\n');
}
