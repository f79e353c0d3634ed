import { twoDocuments } from '@/lib/core/lint/json-documents';
import type { Rule } from '@/lib/core/lint/types';
import { recentCallsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';

/** A call of the same run without arguments, while another call has the arguments of two. */
export function emptyNeighbour(model: Model, { run, index }: ToolCallEntry): ToolCallEntry | undefined {
  return recentCallsOfRun(model, run).find((other) => other.index !== index && other.args.trim() === '');
}

export const argumentsDoubled: Rule = {
  id: 'arguments-doubled',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call are two JSON documents in a row.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallargs',
  impact:
    'Handlers get an empty object instead of the arguments, and the duplicated text stays in the conversation.',
  fix: 'Send the arguments of a call once. After a resume, use a new toolCallId or do not resend the call.',
  aliases: ['AGUI204'],
  call(call, _event, model) {
    if (call.json !== 'broken') return undefined;
    const documents = twoDocuments(call.args);
    if (documents === undefined || emptyNeighbour(model, call) !== undefined) return undefined;
    const turns = [...call.jsonTurns];
    const second = turns.find(({ verdict }) => verdict === 'broken')?.seq;
    const isSame = JSON.stringify(documents[0]) === JSON.stringify(documents[1]);
    const what = isSame ? 'the same document repeats' : 'a second document follows';
    return {
      message: `The arguments of '${call.name}' are valid JSON until event ${second ?? call.startSeq}, then ${what}: invalid JSON.`,
      related: [call.startSeq, second],
    };
  },
};
