// Gives a recorded response the ids of the page's request: its thread and run, its messages, and new ids for those
// that the response created. Texts are changed only at the values of id fields; a body without them keeps its bytes.
import { encodedEvent } from '../core/agui/proto-message';
import { joinBytes, lengthPrefixed } from '../messages/base64';
import type { ServedExchange } from '../messages/page-rules';
import { bytesOfData } from '../messages/raw-batch';
import { createFrameSplitter, formatOfType, type SplitFrame } from './frame-splitter';
import type { DirectedRequest } from './run-request';

/** New ids by recorded ids, shared by the responses of one rule, which refer to each other. */
export type IdMapping = Map<string, string>;

const ID_FIELD = /("(?:[A-Za-z_]*(?:Id|_id)|id)"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

export function mapIds(
  mapping: IdMapping,
  { thread, run, input, ids }: Pick<ServedExchange, 'thread' | 'run' | 'input' | 'ids'>,
  request: Pick<DirectedRequest, 'thread' | 'run' | 'input'>,
  newId: () => string,
): void {
  if (thread !== undefined && request.thread !== undefined) mapping.set(thread, request.thread);
  if (run !== undefined) mapping.set(run, request.run ?? newId());
  for (const [index, { id, role }] of input.entries()) {
    const own = request.input[index];
    if (own && own.role === role && own.id !== '' && id !== '') mapping.set(id, own.id);
  }
  for (const id of ids) if (!mapping.has(id)) mapping.set(id, newId());
}

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

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The parts of a text with other ids. An id split over two parts goes into the first. */
export function renewIds(parts: readonly string[], mapping: IdMapping): readonly string[] {
  const byText = new Map([...mapping].map(([id, made]) => [inJson(id), inJson(made)]));
  const text = parts.join('');
  const renewed: string[] = [];
  let part = '';
  let index = 0;
  let end = parts[0]?.length ?? 0;
  let at = 0;
  const nextPart = (): void => {
    renewed.push(part);
    part = '';
    index++;
    end += parts[index]?.length ?? 0;
  };
  const copyTo = (to: number): void => {
    while (end < to && index < parts.length - 1) {
      part += text.slice(at, end);
      at = end;
      nextPart();
    }
    part += text.slice(at, to);
    at = to;
  };
  for (const { index: found, 1: before = '', 2: id = '' } of text.matchAll(ID_FIELD)) {
    const made = byText.get(id);
    if (made === undefined) continue;
    copyTo(found + before.length);
    part += made;
    at += id.length;
    while (end < at && index < parts.length - 1) nextPart();
  }
  copyTo(text.length);
  while (renewed.length < parts.length) nextPart();
  return renewed;
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
