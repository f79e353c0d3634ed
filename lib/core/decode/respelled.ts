// Decodes an AG-UI event in another spelling, with a problem that describes what the stock client does with it.

import { enforce } from '@/lib/core/agui/enforce';
import { type EventTypeName, isEventType } from '@/lib/core/agui/events';
import { decodeEvent, decodeFrame } from '@/lib/core/decode/ag-ui-1.0';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

/** The value in 1.0's spelling, and a description of the differences; undefined if there are none. */
export type Respell = (
  value: JsonObject,
) => { readonly event: JsonObject; readonly found: string } | undefined;

function verdictOfOriginal(original: Decoded): { readonly text: string; readonly clientText?: string } {
  const [problem] = original.problems;
  if (problem === undefined) return { text: 'the stock client ignores it with a warning' };
  const { clientText } = problem;
  const text =
    problem.code === 'unknown-type'
      ? 'the stock client drops the event with a warning'
      : 'the stock client would reject the event';
  return { text, ...(clientText !== undefined && { clientText }) };
}

function decodeRespelled(value: JsonObject, respell: Respell): Decoded {
  const respelled = respell(value);
  if (respelled === undefined) return decodeEvent(value);
  const { text, clientText } = verdictOfOriginal(decodeEvent(value));
  const { type, event, problems } = decodeEvent(respelled.event);
  const problem = {
    code: 'dialect',
    message: `This event has ${respelled.found}; ${text}.`,
    ...(clientText !== undefined && { clientText }),
    isReadable: true,
  } as const;
  return { type, ...(event !== undefined && { event }), original: value, problems: [...problems, problem] };
}

export function decodeRespelledFrame(frame: Frame, respell: Respell): Decoded {
  const parsed = parseFrame(frame);
  if (!('value' in parsed) || !isJsonObject(parsed.value)) return decodeFrame(frame);
  return decodeRespelled(parsed.value, respell);
}

/** Number of parts of a valid event that client 1.0 removes as unknown. */
function lossOf(value: JsonObject, type: EventTypeName): number {
  return enforce(value, type).removed?.length ?? 0;
}

/** True if a value is a valid 1.0 event only after respelling, or if its content would otherwise be lost. */
export function needsRespelling(value: unknown, respell: Respell): boolean {
  if (!isJsonObject(value)) return false;
  const respelled = respell(value);
  if (respelled === undefined) return false;
  const after = decodeEvent(respelled.event);
  if (after.problems.length > 0 || !isEventType(after.type)) return false;
  // A chunk needs no id, so before respelling it counts as a valid, empty 1.0 event.
  if (decodeEvent(value).problems.length > 0 || after.type.endsWith('_CHUNK')) return true;
  return lossOf(value, after.type) > lossOf(respelled.event, after.type);
}
