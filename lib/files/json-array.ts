// A JSON array of events: what compaction writes, and a common way to save a run.
import type { Json } from '@/lib/agui/json';
import { arrayText } from '@/lib/files/array-text';
import { withDamage } from '@/lib/files/damaged';
import { factsOf } from '@/lib/files/format-facts';
import { bodyBatch, bodyInSteps, parseJsonFile, textChunks, textOf } from '@/lib/files/input';
import type { FileInput, FileSteps, Format, ReadResult, ReadSteps } from '@/lib/files/types';

function read(input: FileInput): ReadResult {
  const parsed = parseJsonFile(input, 1);
  if ('error' in parsed) return parsed;
  const { value: values, cut } = parsed;
  if (!Array.isArray(values)) return { error: `${input.name} is valid JSON, but not an array of events.` };
  if (cut !== undefined && values.length === 0) return { error: `${cut}.` };
  // As lines, so that every element is one frame and array indexes are seqs.
  const lines =
    cut === undefined ? values.map((value: Json) => `${JSON.stringify(value)}\n`).join('') : cutLines(input);
  const body = bodyBatch(input.name, 'application/x-ndjson', textChunks(lines, 1, 0));
  return { batches: [...withDamage([body], () => cut)] };
}

function cutLines(input: FileInput): string {
  const elements = new Elements();
  return elements.read(textOf(input)) + elements.end();
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

  /** The rest, which is no line where the array has not ended: the beginning of an element. */
  end(): string {
    const rest = this.#lineOf('');
    return this.isCut ? rest.trimEnd() : rest;
  }

  /** Whether the text has ended before the array did. */
  get isCut(): boolean {
    return this.#depth > 0;
  }

  #lineOf(rest: string): string {
    // Breaks between the members of an element are white space, and would end the line.
    const element = (this.#element + rest).replaceAll(/[\r\n]+/g, ' ').trim();
    this.#element = '';
    return element === '' ? '' : `${element}\n`;
  }
}

/**
 * The elements of an array as lines. Text that is no such array comes as it is from there on: it is frames that cannot
 * be read, with what stands there.
 */
function readInSteps({ name, texts }: FileSteps): ReadSteps {
  let isCut = false;
  const steps = bodyInSteps(name, 'application/x-ndjson', function* () {
    const elements = new Elements();
    for (const text of texts()) yield textChunks(elements.read(text), 1, 0);
    yield textChunks(elements.end(), 1, 0);
    ({ isCut } = elements);
  });
  if ('error' in steps) return steps;
  const sentence = () => (isCut ? `${name} is JSON that is cut off` : undefined);
  return { ...steps, batches: withDamage(steps.batches, sentence) };
}

/** A JSON array of events. */
export const jsonArray: Format = {
  ...factsOf('json-array'),
  confidence: ({ start }) => (/^\ufeff?\s*\[/.test(start) ? 0.8 : 0),
  read,
  readInSteps,
  write: (source) => arrayText(source.events()),
};
