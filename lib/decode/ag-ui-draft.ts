// Drafts and older documents of AG-UI: `outcome: "interrupt"` with one `interrupt`, flat tool calls, images by url,
// activity messages without a type. META, the other draft, is read with 0.0.x.
import { respellEvent } from '@/lib/agui/spelling';
import { decodeRespelledFrame, needsRespelling, type Respell } from '@/lib/decode/respelled';
import type { Decoder, Frame } from '@/lib/decode/types';

const respell: Respell = (value) => {
  const { event, spellings } = respellEvent(value);
  return spellings.length === 0 ? undefined : { event, found: spellings.join(' and ') };
};

const decode = (frame: Frame) => decodeRespelledFrame(frame, respell);

/** AG-UI as its drafts spell it. */
export const agUiDraft: Decoder = {
  dialect: 'ag-ui-draft',
  confidence: (head) => (head.some((value) => needsRespelling(value, respell)) ? 0.91 : 0),
  create: () => decode,
};
