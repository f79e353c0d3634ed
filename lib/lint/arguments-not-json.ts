// Arguments that are no JSON when their call is ended.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries';

/** A tool call whose arguments no JSON parser reads. */
export const argumentsNotJson: Rule = {
  id: 'arguments-not-json',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call are not JSON; the stock client hands {} to the app instead.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallend',
  experience:
    'Handlers get an empty object instead of the arguments, and the broken text stays in the conversation.',
  advice:
    'Send the arguments as one JSON document, cut into deltas in any way, and end the call after the last one.',
  aliases: ['AGUI204'],
  before({ type, event, stream }, model) {
    const id = event?.['toolCallId'];
    if (type !== 'TOOL_CALL_END' || typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call === undefined || call.json === 'valid' || call.args.trim() === '') return undefined;
    const turn = call.jsonTurns.at(call.jsonTurns.length - 1);
    const how =
      turn?.verdict === 'broken' ? `are no JSON since event ${turn.seq}` : 'end in the middle of a value';
    return `The arguments of '${call.name}' ${how}; the stock client hands {} to the app instead.`;
  },
};
