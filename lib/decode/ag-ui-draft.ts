// Drafts and earlier documents of AG-UI: `outcome: "interrupt"` with a single `interrupt`, flat tool calls, images by
// URL, activity messages without a type. META, another draft, is read as 0.0.x.
import { respellEvent } from '@/lib/agui/spelling';
import { decodeRespelledFrame, needsRespelling, type Respell } from '@/lib/decode/respelled';
import type { Decoder, Frame } from '@/lib/decode/types';

const respell: Respell = (value) => {
  const { event, spellings } = respellEvent(value);
  return spellings.length === 0 ? undefined : { event, found: spellings.join(' and ') };
};

const decode = (frame: Frame) => decodeRespelledFrame(frame, respell);

/** AG-UI as spelled in its drafts. */
export const agUiDraft: Decoder = {
  dialect: 'ag-ui-draft',
  confidence: (head) => (head.some((value) => needsRespelling(value, respell)) ? 0.91 : 0),
  create: () => decode,
};
