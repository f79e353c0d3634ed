import { excerpt, quoted } from '@/lib/core/agui/quoted';
import { halfOf } from '@/lib/core/json/repeated';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { callIn, messageIn } from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

function seenIn(model: Model, { stream }: LoggedEvent, id: string): string {
  const entry = messageIn(model, stream, id);
  const content = entry === undefined ? undefined : asJson(entry.message)['content'];
  return typeof content === 'string' ? content : (callIn(model, stream, id)?.args ?? '');
}

export const deltasRepeated: Rule = {
  id: 'deltas-repeated',
  severity: 'warning',
  needsHistory: true,
  summary: 'The deltas of a message or call arrive twice.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagecontent',
  impact:
    'The app shows every piece of the text doubled, or the whole text twice; doubled arguments are invalid JSON.',
  fix: 'Send only what is new in each delta. Look for a handler that is registered twice, and for a replay or a final message that resends what was already sent.',
  types: ['TEXT_MESSAGE_END', 'REASONING_MESSAGE_END'],
  timing(signal, { timing, logged, model }) {
    if (signal.kind === 'cumulative') {
      const { deltaId, deltaSeq, deltaNewest } = timing;
      return {
        message: `Each delta of '${excerpt(deltaId, 60)}' repeats all of the text so far, instead of what is new: the user sees ${quoted(seenIn(model, logged, deltaId), 60)} for ${quoted(deltaNewest, 40)}.`,
        related: [deltaSeq],
      };
    }
    if (signal.kind !== 'doubled') return undefined;
    const { deltaId, deltaSeq, deltaPairs } = timing;
    return {
      message: `Each delta of '${deltaId}' arrives twice in a row (${deltaPairs} pairs so far).`,
      related: [deltaSeq],
    };
  },
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    const entry = typeof id === 'string' ? messageIn(model, stream, id) : undefined;
    const content = entry === undefined ? undefined : asJson(entry.message)['content'];
    const half = typeof content === 'string' ? halfOf(content) : undefined;
    if (entry === undefined || half === undefined) return undefined;
    return {
      message: `The text of message '${excerpt(entry.message.id, 60)}' was sent again: the user sees ${quoted(half, 60)} twice.`,
      related: [entry.firstSeq],
    };
  },
};
