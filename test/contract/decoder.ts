// Contract of decoders and translators: they never throw, and win on their own frames; a decoder answers the same
// frame the same way, and a translator's events are valid AG-UI.
import { expect, test } from 'vitest';
import { isEventType } from '@/lib/core/agui/events';
import { decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { decoders } from '@/lib/core/decode/decoders';
import { jsonFrame } from '@/lib/core/decode/json-body';
import type { Decoded, Decoder, Dialect, Frame, Translator } from '@/lib/core/decode/types';
import type { JsonObject } from '@/lib/core/json/json';
import { createRandom } from '../core/model/random';
import { randomJson } from '../core/model/random-stream';

/** One frame of a dialect and the event in it. */
interface Sample {
  readonly frame: unknown;
  /** Undefined where the frame belongs to the transport. */
  readonly event?: JsonObject;
}

export function confidenceIn(dialect: Dialect, frame: Frame): number {
  let value: unknown;
  try {
    value = JSON.parse(frame.data);
  } catch {
    value = undefined;
  }
  return dialect.confidence([value], [frame]);
}

/** The dialect that reads a frame. */
function winnerOf(frame: Frame): string | undefined {
  return [...decoders].sort((a, b) => confidenceIn(b, frame) - confidenceIn(a, frame))[0]?.dialect;
}

function hostile(seed: number): Frame {
  const random = createRandom(seed);
  const text = JSON.stringify(randomJson(random));
  const frame = jsonFrame(seed % 3 === 0 ? text.slice(0, seed % 17) : text);
  return seed % 5 === 0
    ? { ...frame, event: random.pick(['message_start', 'metadata', 'done', 'x']) }
    : frame;
}

export function decoderContract(decoder: Decoder, samples: readonly Sample[]): void {
  test('reads its own frames and wins on them', () => {
    const decode = decoder.create();
    for (const { frame, event } of samples) {
      const whole = jsonFrame(JSON.stringify(frame));
      const decoded = decode(whole);
      expect(decoded.event).toEqual(event);
      expect(decoded.problems).toEqual([]);
      expect(decoded.isControl === true).toBe(event === undefined);
      expect(winnerOf(whole)).toBe(decoder.dialect);
    }
  });
  decoderProperties(decoder);
}

/** Properties for any input. */
export function decoderProperties(decoder: Decoder): void {
  test('never throws and always answers the same', () => {
    const decode = decoder.create();
    for (let seed = 0; seed < 3000; seed++) {
      const frame = hostile(seed);
      expect(decode(frame)).toEqual(decode(frame));
      expect(decoder.confidence([frame, undefined, null, frame.data], [frame])).toBeLessThanOrEqual(1);
    }
  });
}

function expectValid({ type, event, problems }: Decoded): void {
  if (!isEventType(type) || problems.length > 0 || event === undefined) return;
  expect(decodeEvent(event).problems, JSON.stringify(event)).toEqual([]);
}

/** Properties for any input; `frames` are samples of the protocol. */
export function translatorProperties(translator: Translator, frames: readonly Frame[]): void {
  test('never throws, and its result is valid', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const translation = translator.translate();
      for (let at = 0; at < 12; at++) {
        const own = frames.length > 0 && random.chance(0.7) ? random.pick(frames) : undefined;
        const frame = own === undefined ? hostile(seed * 12 + at) : damaged(own, seed + at);
        for (const decoded of translation.frame(frame) ?? []) expectValid(decoded);
        expect(confidenceIn(translator, frame)).toBeLessThanOrEqual(1);
        if (random.chance(0.1)) translation.request?.({ threadId: 'the thread', runId: 7 });
      }
      for (const decoded of translation.end?.() ?? []) expectValid(decoded);
    }
  });
}

/** A frame with one of its values made something else. */
function damaged(frame: Frame, seed: number): Frame {
  const random = createRandom(seed);
  const data = frame.data.replace(/"[^"{}]*"(?=[,}\]])/g, (text) =>
    random.chance(0.2) ? random.pick(['null', '1', '{}', '[]', '""', 'true']) : text,
  );
  return { ...frame, data };
}
