// The content of a message: text, or parts. Data URLs are shown; nothing is ever fetched from the network.
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { cut } from '../ui/json-rows';
import { JsonTree } from '../ui/json-tree';

const IMAGE = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const AUDIO = /^audio\//;
const BASE64 = /^[A-Za-z0-9+/=\s]*$/;

function Source({ type, source }: { type: string; source: JsonObject }) {
  const mime = typeof source['mimeType'] === 'string' ? source['mimeType'] : '';
  const value = typeof source['value'] === 'string' ? source['value'] : '';
  if (source['type'] === 'data' && BASE64.test(value)) {
    const url = `data:${mime};base64,${value}`;
    if (type === 'image' && IMAGE.test(mime))
      return <img class="part-image" src={url} alt={`Part of type ${mime}`} />;
    // biome-ignore lint/a11y/useMediaCaption: it is the page's own media, there are no captions to show
    if (type === 'audio' && AUDIO.test(mime)) return <audio controls src={url} />;
    return (
      <p class="dim">
        {type}, {mime || 'no type'}, {value.length.toLocaleString()} characters of base64
      </p>
    );
  }
  return (
    <p class="dim">
      {type} at <code>{cut(value, 300)}</code> (not loaded)
    </p>
  );
}

/** Shows string content as text and parts one below the other. */
export function ContentParts({ content }: { content: Json }) {
  if (typeof content === 'string') return <p class="content">{content}</p>;
  if (!Array.isArray(content)) return <JsonTree label="Content" value={content} />;
  return (
    <>
      {content.map((part: Json, index: number) => {
        if (!isJsonObject(part)) return <JsonTree key={index} label={`Part ${index}`} value={part} />;
        const type = String(part['type'] ?? '');
        const { text, source } = { text: part['text'], source: part['source'] };
        if (type === 'text' && typeof text === 'string') {
          return (
            <p key={index} class="content">
              {text}
            </p>
          );
        }
        if (isJsonObject(source)) return <Source key={index} type={type} source={source} />;
        return <JsonTree key={index} label={`Part ${index}`} value={part} />;
      })}
    </>
  );
}
