// The whole body is JSON: an array yields a frame per object as soon as it is complete, anything else is one frame.

import { CUT, TOO_LONG } from '@/lib/core/decode/frame-buffer';
import { createJsonScanner, type Element } from '@/lib/core/decode/json-scanner';
import { createTextReader } from '@/lib/core/decode/text';
import type { Frame, FrameReader, Framer } from '@/lib/core/decode/types';
import { isJsonText } from '@/lib/core/json/json';

export function jsonFrame(text: string, problem?: Frame['problem']): Frame {
  return { raw: text, binary: false, data: text.trim(), ...(problem !== undefined && { problem }) };
}

function createJsonBodyReader(): FrameReader {
  const text = createTextReader();
  const scanner = createJsonScanner();
  const toFrames = (elements: readonly Element[]): Frame[] =>
    elements.map(({ text, isCut, unread }) =>
      unread === undefined
        ? jsonFrame(text, isCut ? TOO_LONG : undefined)
        : { raw: text, binary: false, data: '', unread },
    );
  return {
    push: (chunk) => toFrames(scanner.push(text.read(chunk))),
    end() {
      const frames = toFrames(scanner.push(text.end()));
      const rest = scanner.end();
      frames.push(...toFrames(scanner.rest()));
      if (rest === undefined) return frames;
      const problem = rest.isCut ? TOO_LONG : isJsonText(rest.text) ? undefined : CUT;
      return [...frames, jsonFrame(rest.text, problem)];
    },
  };
}

export const jsonBody: Framer = {
  name: 'json-body',
  confidence({ contentType, start }) {
    const first = start.trimStart()[0];
    const isJson = contentType !== undefined && /[/+]json\b/.test(contentType);
    if (first === '[') return isJson ? 0.9 : 0.55;
    if (first === '{') return isJson ? 0.8 : 0.45;
    return isJson ? 0.3 : 0;
  },
  create: createJsonBodyReader,
  reread: (raw) => jsonFrame(raw),
};
