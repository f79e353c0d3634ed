// Gives a recorded response the ids of a request: its thread and run, its messages, and other ids for those that the
// response created. Texts are changed only at the values of id fields.
import type { RequestMessage } from '@/lib/core/agui/request-facts';

interface RequestIds {
  readonly thread?: string | undefined;
  readonly run?: string | undefined;
  readonly input: readonly RequestMessage[];
}

interface ExchangeIds extends RequestIds {
  /** Ids that the response created. */
  readonly ids: Iterable<string>;
}

/** New ids by recorded ids. */
export type IdMapping = Map<string, string>;

const ID_FIELD = /("(?:[A-Za-z_]*(?:Id|_id)|id)"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

export function mapIds(
  mapping: IdMapping,
  { thread, run, input, ids }: ExchangeIds,
  request: RequestIds,
  newId: (id: string) => string,
): void {
  if (thread !== undefined && request.thread !== undefined) mapping.set(thread, request.thread);
  if (run !== undefined) mapping.set(run, request.run ?? newId(run));
  for (const [index, { id, role }] of input.entries()) {
    const own = request.input[index];
    if (own && own.role === role && own.id !== '' && id !== '') mapping.set(id, own.id);
  }
  for (const id of ids) if (!mapping.has(id)) mapping.set(id, newId(id));
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
