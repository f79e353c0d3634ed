// Protocols that resemble AG-UI: their frames get rows with their own names and no findings.

import { isEventLike } from '@/lib/core/decode/envelope';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, stringIn } from '@/lib/core/json/json';

interface ForeignProtocol {
  /** The name of a frame; undefined if it does not belong to this protocol. */
  nameOf(value: unknown, event: string | undefined): string | undefined;
  /** Confidence for a stream with a named frame. */
  readonly confidence: number;
  /** True if a named frame is unique to this protocol (the default); many protocols have one called `error`. */
  isOwn?(name: string, value: unknown): boolean;
}

/** Names frames by their types, as far as they match. */
export function byType(types: RegExp): ForeignProtocol['nameOf'] {
  return (value) => {
    const type = stringIn(value, 'type');
    return type !== undefined && types.test(type) ? type : undefined;
  };
}

export function foreignProtocol(dialect: string, { nameOf, confidence, isOwn }: ForeignProtocol): Decoder {
  const decode = (frame: Frame): Decoded => {
    const parsed = parseFrame(frame);
    const value = 'value' in parsed ? parsed.value : undefined;
    const name = isEventLike(value) ? undefined : nameOf(value, frame.event);
    const event = isJsonObject(value) && { event: value };
    // A frame without JSON ends such a stream (`[DONE]`); unnamed JSON may belong to another protocol.
    const isForeign = name === undefined && value !== undefined && { isForeign: true as const };
    return { type: name ?? frame.event ?? '', ...event, problems: [], ...isForeign };
  };
  const sure = (value: unknown, frame: Frame | undefined): number => {
    const name = isEventLike(value) ? undefined : nameOf(value, frame?.event);
    return name === undefined || isOwn?.(name, value) === false ? 0 : confidence;
  };
  return {
    dialect,
    judged: false,
    confidence: (head, frames) => Math.max(0, ...head.map((value, at) => sure(value, frames[at]))),
    create: () => decode,
  };
}
