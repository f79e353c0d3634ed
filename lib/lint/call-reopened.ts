// A tool call that is started again: its arguments are kept, and later ones are put behind them.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries/lookup';

/** TOOL_CALL_START for a call that has arguments. */
export const callReopened: Rule = {
  id: 'call-reopened',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is started again; new arguments are appended to the old ones.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallstart',
  impact: 'The call keeps its old arguments and the new ones are put behind them, which is no JSON any more.',
  fix: 'Give every call an id of its own; after a resume, do not send the arguments again.',
  aliases: ['AGUI205'],
  types: ['TOOL_CALL_START'],
  before({ type, event, stream }, model) {
    const id = event?.['toolCallId'];
    if (type !== 'TOOL_CALL_START' || typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call === undefined || call.status === 'streaming' || call.args === '') return undefined;
    return {
      message: `Call '${id}' exists since event ${call.startSeq}; new arguments are appended to the ${call.args.length} characters that it has.`,
      related: [call.startSeq, call.endSeq],
    };
  },
};
