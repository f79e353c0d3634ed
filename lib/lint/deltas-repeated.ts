// Deltas that arrive twice: each one doubled, or the whole text once more.
import { halfOf } from '@/lib/agui/repeated';
import type { Rule } from '@/lib/lint/types';
import { asJson } from '@/lib/model/nodes';
import { messageIn } from '@/lib/model/queries/lookup';

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The same deltas twice within one message or call. */
export const deltasRepeated: Rule = {
  id: 'deltas-repeated',
  severity: 'warning',
  needsHistory: true,
  summary: 'The deltas of a message or call arrive twice.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagecontent',
  impact:
    'The app shows every piece of the text doubled, or the whole text twice; doubled arguments are no JSON.',
  fix: 'Look for a handler that is registered twice, and for a replay that resends deltas which were already sent.',
  types: ['TEXT_MESSAGE_END', 'REASONING_MESSAGE_END'],
  timing(signal, { timing }) {
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
      message: `The text of message '${entry.message.id}' is the same thing twice: "${shown(half)}".`,
      related: [entry.firstSeq],
    };
  },
};
