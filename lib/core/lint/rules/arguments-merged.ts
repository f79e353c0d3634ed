import { twoDocuments } from '@/lib/core/lint/json-documents';
import { emptyNeighbour } from '@/lib/core/lint/rules/arguments-doubled';
import type { Rule } from '@/lib/core/lint/types';

export const argumentsMerged: Rule = {
  id: 'arguments-merged',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call contains the arguments of two calls, and another call has none.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallargs',
  impact: 'Both tools get an empty object instead of their arguments.',
  fix: 'Send each delta with the toolCallId of its own call; model APIs distinguish parallel calls by index.',
  call(call, _event, model) {
    if (call.json !== 'broken' || twoDocuments(call.args) === undefined) return undefined;
    const other = emptyNeighbour(model, call);
    if (other === undefined) return undefined;
    return {
      message: `Call '${call.id}' of '${call.name}' contains the arguments of two calls, and call '${other.id}' of '${other.name}' has none.`,
      related: [call.startSeq, other.startSeq],
    };
  },
};
