import { twoDocuments } from '@/lib/core/lint/json-documents';
import type { Rule } from '@/lib/core/lint/types';

export const argumentsNotJson: Rule = {
  id: 'arguments-not-json',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call are invalid JSON; the stock client passes {} to the app instead.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallend',
  impact:
    'Handlers get an empty object instead of the arguments, and the invalid text stays in the conversation.',
  fix: 'Send the arguments as one JSON document, split into deltas anywhere, and end the call after the last delta.',
  aliases: ['AGUI204'],
  call({ name, args, json, jsonTurns, startSeq }) {
    if (json === 'valid' || args.trim() === '') return undefined;
    // Two documents are reported by rules of their own.
    if (json === 'broken' && twoDocuments(args) !== undefined) return undefined;
    const turn = jsonTurns.at(-1);
    const how =
      turn?.verdict === 'broken'
        ? `became invalid JSON at event ${turn.seq}`
        : 'end in the middle of a JSON value';
    return {
      message: `The arguments of '${name}' ${how}; the stock client passes {} to the app instead.`,
      related: [startSeq, turn?.seq],
    };
  },
};
