import { excerpt } from '@/lib/core/agui/quoted';
import { type InexactNumber, inexactNumbers } from '@/lib/core/json/exact-number';
import type { Rule } from '@/lib/core/lint/types';

/** Decimals are rounded everywhere; ids and amounts must not be. */
function isInteger({ written, read }: InexactNumber): boolean {
  return (/^-?\d+$/.test(written) && !/^-?0+$/.test(written)) || !/\d$/.test(read);
}

function numberMessage(json: string, where: string): string | undefined {
  const numbers = [...inexactNumbers(json)].filter(isInteger);
  const [first] = numbers;
  if (first === undefined) return undefined;
  const more =
    numbers.length === 1
      ? ''
      : ` ${numbers.length - 1} more ${numbers.length === 2 ? 'changes' : 'change'} too.`;
  return `JavaScript cannot hold the number ${excerpt(first.written, 40)}${where}: the app gets ${first.read}.${more}`;
}

export const numberTooLong: Rule = {
  id: 'number-too-long',
  severity: 'warning',
  summary: 'A number has more digits than JavaScript can hold.',
  spec: 'https://docs.ag-ui.com/concepts/events#base-event-properties',
  impact: 'The app gets another number: ids no longer match, and patch tests pass or fail wrongly.',
  fix: 'Send ids and integers beyond 2^53 as strings.',
  isReportedOnce: true,
  types: [
    'STATE_SNAPSHOT',
    'STATE_DELTA',
    'MESSAGES_SNAPSHOT',
    'ACTIVITY_SNAPSHOT',
    'ACTIVITY_DELTA',
    'TOOL_CALL_RESULT',
    'CUSTOM',
    'RAW',
    'RUN_FINISHED',
  ],
  before: ({ raw, binary }) => (binary ? undefined : numberMessage(raw, '')),
  call(call) {
    const message = numberMessage(call.args, ` in the arguments of '${excerpt(call.name, 60)}'`);
    return message === undefined ? undefined : { message, related: [call.startSeq] };
  },
};
