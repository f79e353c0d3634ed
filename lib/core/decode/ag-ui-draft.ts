// Drafts and earlier documents of AG-UI: `outcome: "interrupt"` with a single `interrupt`, flat tool calls, images by
// URL or as files, activity messages without a type, META events.

import { respellEvent } from '@/lib/core/agui/spelling';
import { parseFrame } from '@/lib/core/decode/json';
import { decodeRespelledFrame, needsRespelling, type Respell } from '@/lib/core/decode/respelled';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

const respell: Respell = (value) => {
  const { event, spellings } = respellEvent(value);
  return spellings.length === 0 ? undefined : { event, found: spellings.join(' and ') };
};

function isMeta(value: unknown): value is JsonObject {
  return isJsonObject(value) && value['type'] === 'META';
}

function decodeDraft(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if ('value' in parsed && isMeta(parsed.value)) return { type: 'META', event: parsed.value, problems: [] };
  return decodeRespelledFrame(frame, respell);
}

export const agUiDraft: Decoder = {
  dialect: 'ag-ui-draft',
  signs: ['"interrupt":', '"file"'],
  confidence: (head) => (head.some((value) => isMeta(value) || needsRespelling(value, respell)) ? 0.91 : 0),
  create: () => decodeDraft,
};
