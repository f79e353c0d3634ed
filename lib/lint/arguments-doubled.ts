// Arguments that are two documents, one behind the other: sent again after a resume or under a repeated start.
import { twoDocuments } from '@/lib/lint/documents';
import type { Rule } from '@/lib/lint/types';
import { callsOfRun } from '@/lib/model/queries/lookup';
import type { Model, ToolCallEntry } from '@/lib/model/types';

/** A call of the same run that has got no arguments, where another has those of two. */
export function emptyNeighbour(model: Model, { run, index }: ToolCallEntry): ToolCallEntry | undefined {
  return callsOfRun(model, run).find((other) => other.index !== index && other.args.trim() === '');
}

/** Two whole documents in one argument buffer. */
export const argumentsDoubled: Rule = {
  id: 'arguments-doubled',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call are two JSON documents, one behind the other.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallargs',
  impact:
    'Handlers get an empty object instead of the arguments, and the doubled text stays in the conversation.',
  fix: 'Send the arguments of a call once; after a resume use a new toolCallId, or none of the call at all.',
  aliases: ['AGUI204'],
  call(call, _event, model) {
    if (call.json !== 'broken') return undefined;
    const documents = twoDocuments(call.args);
    if (documents === undefined || emptyNeighbour(model, call) !== undefined) return undefined;
    const turns = [...call.jsonTurns];
    const second = turns.find(({ verdict }) => verdict === 'broken')?.seq;
    const isSame = JSON.stringify(documents[0]) === JSON.stringify(documents[1]);
    const what = isSame ? 'the same document comes again' : 'a second document follows';
    return {
      message: `The arguments of '${call.name}' are valid JSON until event ${second ?? call.startSeq}, then ${what}: no parser reads them.`,
      related: [call.startSeq, second],
    };
  },
};
