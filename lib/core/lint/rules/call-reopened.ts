import type { Rule } from '@/lib/core/lint/types';
import { callIn, isCallIn } from '@/lib/core/model/queries/lookup';

export const callReopened: Rule = {
  id: 'call-reopened',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is started again; new arguments are appended to the old ones.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallstart',
  impact: 'The call keeps its old arguments and the new ones are appended, which makes them invalid JSON.',
  fix: 'Give every call its own id; after a resume, do not resend the arguments.',
  aliases: ['AGUI205'],
  types: ['TOOL_CALL_START'],
  before({ event, stream }, model) {
    const id = event?.['toolCallId'];
    if (typeof id !== 'string') return undefined;
    // A call that the app lost by a reload or a snapshot starts again.
    const call = isCallIn(model, stream, id) ? callIn(model, stream, id) : undefined;
    if (call === undefined || call.status === 'streaming' || call.args === '') return undefined;
    return {
      message: `Call '${id}' has existed since event ${call.startSeq}; new arguments are appended to the ${call.args.length} characters it already has.`,
      related: [call.startSeq, call.endSeq],
    };
  },
};
