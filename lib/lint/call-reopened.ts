// A tool call that is started again: its arguments are kept, and later ones are put behind them.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries';

/** TOOL_CALL_START for a call that has arguments. */
export const callReopened: Rule = {
  id: 'call-reopened',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is started again; new arguments are appended to the old ones.',
  spec: 'https://docs.ag-ui.com/concepts/tools',
  before({ type, event, stream }, model) {
    const id = event?.['toolCallId'];
    if (type !== 'TOOL_CALL_START' || typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call === undefined || call.status === 'streaming' || call.args === '') return undefined;
    return `Call '${id}' exists since event ${call.startSeq}; new arguments are appended to the ${call.args.length} characters that it has.`;
  },
};
