// Content of a message: text or parts. Nothing is loaded from the network.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type ContentPart, mediaOf, readPart } from '@/lib/core/agui/content-part';
import { formatSize } from '@/lib/core/json/format';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';

/** Larger parts are shown on demand, bytes. */
const AT_ONCE = 1_000_000;
const PLACE_MAX = 300;
const PARTS_SHOWN = 50;

type DataContent = Extract<ContentPart, { kind: 'data' }>;

function Media({ part }: { part: DataContent }) {
  const url = `data:${part.mime};base64,${part.base64}`;
  const label = TEXTS.messages.parts.label(part.type, part.name ?? part.mime);
  switch (mediaOf(part.mime)) {
    case 'image':
      return <img class="part-image" src={url} alt={label} />;
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: it is the page's own media, there are no captions to show
      return <audio controls src={url} aria-label={label} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: it is the page's own media, there are no captions to show
      return <video class="part-image" controls src={url} aria-label={label} />;
    default:
      return null;
  }
}

function DataPart({ part }: { part: DataContent }) {
  const isWanted = useSignal(part.size <= AT_ONCE);
  const isMedia = mediaOf(part.mime) !== undefined;
  return (
    <figure class="part">
      {isMedia && isWanted.value && <Media part={part} />}
      <figcaption class="dim">
        {part.name !== undefined && <span>{part.name} · </span>}
        {part.type} · {part.mime || TEXTS.messages.parts.noType} · {formatSize(part.size)}{' '}
        {isMedia && !isWanted.value && (
          <button type="button" class="link" onClick={() => (isWanted.value = true)}>
            {TEXTS.messages.parts.show}
          </button>
        )}
      </figcaption>
    </figure>
  );
}

function Reference({ part }: { part: Extract<ContentPart, { kind: 'reference' }> }) {
  const about = [part.name, part.type, part.mime, part.provider].filter((word) => word);
  return (
    <p class="part dim">
      {about.join(' · ')} · {part.via} <code>{cut(part.ref, PLACE_MAX)}</code>{' '}
      {TEXTS.messages.parts.notLoaded}
    </p>
  );
}

interface ContentPartsProps {
  readonly content: Json | undefined;
  /** Unique label of the trees in it. */
  readonly label: string;
  text?(text: string): ComponentChildren;
}

function plainText(text: string): ComponentChildren {
  return <p class="content">{text}</p>;
}

export function ContentParts({ content, label, text = plainText }: ContentPartsProps) {
  const isWhole = useSignal(false);
  if (content === undefined || content === '') return null;
  if (typeof content === 'string') return <>{text(content)}</>;
  if (!Array.isArray(content)) return <ValueTree label={label} value={content} />;
  const parts = isWhole.value ? content : content.slice(0, PARTS_SHOWN);
  return (
    <>
      {parts.map((part: Json, index: number) => {
        const read = readPart(part);
        switch (read.kind) {
          case 'text':
            return <div key={index}>{text(read.text)}</div>;
          case 'data':
            return <DataPart key={index} part={read} />;
          case 'reference':
            return <Reference key={index} part={read} />;
          default:
            return <ValueTree key={index} label={`${label} ${index}`} value={read.value} />;
        }
      })}
      {parts.length < content.length && (
        <button type="button" class="link" onClick={() => (isWhole.value = true)}>
          {TEXTS.more(content.length - parts.length)}
        </button>
      )}
    </>
  );
}

const TYPE_MAX = 120;

/** Size and type (AG-UI 1.1) of the encrypted value of a message or call. */
export function Encrypted({ of }: { of: object }) {
  const { encryptedValue: value, encryptedValueType: type } = isJsonObject(of) ? of : {};
  if (typeof value !== 'string') return null;
  const named = typeof type === 'string' ? cut(type, TYPE_MAX) : undefined;
  return <p class="dim">{TEXTS.messages.encrypted(formatSize(value.length), named)}</p>;
}
