// Protocols that only look like AG-UI: their frames are rows with names of their own, and nobody judges them.
import { isJsonObject } from '@/lib/agui/json';
import { isEventLike } from '@/lib/decode/envelope';
import { parseFrame } from '@/lib/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/decode/types';

/** How a protocol is known. */
export interface Looks {
  /** The name of a frame, undefined where it is not of this protocol. */
  nameOf(value: unknown, event: string | undefined): string | undefined;
  /** How sure a named frame makes. */
  readonly confidence: number;
  /** Whether a named frame is only this protocol's; many have a frame called `error`. Absent: every one is. */
  isOwn?(name: string, value: unknown): boolean;
}

/** A decoder of a protocol that is named and not read. */
export function lookAlike(dialect: string, { nameOf, confidence, isOwn }: Looks): Decoder {
  const decode = (frame: Frame): Decoded => {
    const parsed = parseFrame(frame);
    const value = 'value' in parsed ? parsed.value : undefined;
    const name = isEventLike(value) ? undefined : nameOf(value, frame.event);
    const event = isJsonObject(value) && { event: value };
    // What has no JSON ends such a stream (`[DONE]`); other JSON may be another protocol's.
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

/** The string under a key of an object. */
export function stringAt(value: unknown, key: string): string | undefined {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}
