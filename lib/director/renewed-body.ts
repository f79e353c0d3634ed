// Gives the body of a recorded response the ids of the page's request; a body without them keeps its bytes.
import { encodedEvent } from '../core/agui/proto-message';
import { type IdMapping, renewIds } from '../core/agui/renewed-ids';
import { joinBytes, lengthPrefixed } from '../messages/base64';
import type { ServedExchange } from '../messages/page-rules';
import { bytesOfData } from '../messages/raw-batch';
import { createFrameSplitter, formatOfType, type SplitFrame } from './frame-splitter';

/** Ids of a response that are changed, each once. */
export function changedIds(
  mapping: IdMapping,
  { thread = '', run = '', input, ids }: Pick<ServedExchange, 'thread' | 'run' | 'input' | 'ids'>,
): (readonly [recorded: string, made: string])[] {
  return [...new Set([thread, run, ...input.map(({ id }) => id), ...ids])].flatMap((id) => {
    const made = mapping.get(id);
    return made === undefined || made === id ? [] : [[id, made] as const];
  });
}

type Chunks = readonly Uint8Array<ArrayBuffer>[];

/** Chunks of protobuf with other ids. A message split over several chunks goes into the last. */
function renewedMessages(chunks: Chunks, mapping: IdMapping): Chunks {
  const { push, end } = createFrameSplitter('proto');
  let isChanged = false;
  const renewed = ({ bytes, text }: SplitFrame): Uint8Array => {
    const [made] = text === undefined ? [] : renewIds([text], mapping);
    const message = made === undefined || made === text ? undefined : encodedEvent(made);
    if (!message) return bytes;
    isChanged = true;
    return lengthPrefixed(message);
  };
  const made = chunks.map((chunk, index) => {
    const frames = push(chunk);
    const rest = index === chunks.length - 1 ? end() : [];
    return joinBytes([...frames, ...rest].map(renewed));
  });
  return isChanged ? made : chunks;
}

/** The chunks of a served body, with other ids in text and protobuf. */
export function renewedChunks({ chunks, headers }: ServedExchange, mapping: IdMapping): Chunks {
  const bytes = chunks.map(bytesOfData);
  if (formatOfType(headers['content-type'] ?? '') === 'proto') return renewedMessages(bytes, mapping);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const texts: string[] = [];
  try {
    for (const [index, part] of bytes.entries())
      texts.push(decoder.decode(part, { stream: index < bytes.length - 1 }));
  } catch {
    // Other binary bodies keep their ids.
    return bytes;
  }
  const renewed = renewIds(texts, mapping);
  return renewed.join('') === texts.join('') ? bytes : renewed.map((text) => bytesOfData({ text }));
}
