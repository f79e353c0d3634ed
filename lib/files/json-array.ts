// A JSON array of events: what compaction writes, and a common way to save a run.
import type { Json } from '@/lib/agui/json';
import { arrayText } from '@/lib/files/array-text';
import { factsOf } from '@/lib/files/format-facts';
import { bodyBatch, bodyInSteps, parseJsonFile, textChunks } from '@/lib/files/input';
import type { FileInput, Format, ReadResult } from '@/lib/files/types';

function read(input: FileInput): ReadResult {
  const parsed = parseJsonFile(input);
  if ('error' in parsed) return parsed;
  const { value: values } = parsed;
  if (!Array.isArray(values)) return { error: `${input.name} is valid JSON, but not an array of events.` };
  // As lines, so that every element is one frame and array indexes are seqs.
  const lines = values.map((value: Json) => `${JSON.stringify(value)}\n`).join('');
  return { batches: [bodyBatch(input.name, 'application/x-ndjson', textChunks(lines, 1, 0))] };
}

/**
 * The elements of an array whose text comes in parts, as lines, one or several at a time. Text that is no such array
 * comes as it is from there on: it is frames that cannot be read, with what stands there.
 */
function* elementsOf(texts: Iterable<string>): Iterable<string> {
  const elements = new Elements();
  for (const text of texts) yield elements.read(text);
  yield elements.end();
}

/** Finds where elements begin and end, without reading them. */
class Elements {
  /** Levels of nesting: in the array itself it is 1. */
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #element = '';

  read(text: string): string {
    let lines = '';
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (unit === 92) this.#isEscaped = true;
        else if (unit === 34) this.#inText = false;
      } else if (unit === 34) this.#inText = true;
      else if (unit === 91 || unit === 123) {
        this.#depth++;
        if (this.#depth === 1) from = i + 1;
      } else if (unit === 93 || unit === 125 || unit === 44) {
        const isEnd = unit === 44 ? this.#depth === 1 : this.#depth-- === 1;
        if (!isEnd) continue;
        lines += this.#lineOf(text.slice(from, i));
        from = i + 1;
      }
    }
    this.#element += text.slice(from);
    return lines;
  }

  end(): string {
    return this.#lineOf('');
  }

  #lineOf(rest: string): string {
    // Breaks between the members of an element are white space, and would end the line.
    const element = (this.#element + rest).replaceAll(/[\r\n]+/g, ' ').trim();
    this.#element = '';
    return element === '' ? '' : `${element}\n`;
  }
}

/** A JSON array of events. */
export const jsonArray: Format = {
  ...factsOf('json-array'),
  confidence: ({ start }) => (/^\ufeff?\s*\[/.test(start) ? 0.8 : 0),
  read,
  readInSteps: ({ name, texts }) =>
    bodyInSteps(name, 'application/x-ndjson', function* () {
      for (const lines of elementsOf(texts())) yield textChunks(lines, 1, 0);
    }),
  write: (source) => arrayText(source.events()),
};
