// One JSON value per line (NDJSON, JSON Lines). Blank lines are ignored.

import { CUT, createPending, TOO_LONG } from '@/lib/core/decode/frame-buffer';
import { createTextReader } from '@/lib/core/decode/text';
import type { Frame, FrameReader, Framer } from '@/lib/core/decode/types';
import { isJsonText } from '@/lib/core/json/json';

const EVENT = /"type"\s*:\s*"[A-Z]+_[A-Z_]+"/;

/** True if another object follows the first line, or the first line is an event by itself. */
function hasLines(start: string): boolean {
  const end = start.indexOf('\n');
  const line = start.slice(0, Math.max(0, end)).trimEnd();
  return line.endsWith('}') && (/^\s*\{/.test(start.slice(end)) || EVENT.test(line));
}
const BOM = '\ufeff';

function payload(raw: string): string {
  return (raw.startsWith(BOM) ? raw.slice(1) : raw).trim();
}

function toFrame(raw: string, problem?: Frame['problem']): Frame {
  return { raw, binary: false, data: payload(raw), ...(problem !== undefined && { problem }) };
}

function createNdjsonReader(): FrameReader {
  const text = createTextReader();
  const pending = createPending();

  const finish = (frames: Frame[], isEnd: boolean): void => {
    const { text: raw, isCut } = pending.take();
    const data = payload(raw);
    if (data === '') return;
    if (isCut) frames.push(toFrame(raw, TOO_LONG));
    else frames.push(isEnd && !isJsonText(data) ? toFrame(raw, CUT) : toFrame(raw));
  };

  const take = (chunk: string): Frame[] => {
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      const end = chunk.indexOf('\n', at);
      if (end === -1) break;
      pending.add(chunk.slice(at, end + 1));
      finish(frames, false);
      at = end + 1;
    }
    pending.add(chunk.slice(at));
    return frames;
  };

  return {
    push: (chunk) => take(text.read(chunk)),
    end() {
      const frames = take(text.end());
      finish(frames, true);
      return frames;
    },
  };
}

export const ndjson: Framer = {
  name: 'ndjson',
  confidence({ contentType, start }) {
    if (
      contentType !== undefined &&
      /ndjson|jsonl|json-lines|json-seq|stream\+json|json-stream/.test(contentType)
    )
      return /^\ufeff?(data|event|id|retry)?:/.test(start) ? 0.5 : 0.95;
    if (!/^\ufeff?\s*\{/.test(start)) return 0;
    // Higher than for a body that only declares one document.
    return hasLines(start) ? 0.85 : 0.5;
  },
  create: createNdjsonReader,
  reread: (raw) => toFrame(raw),
};
