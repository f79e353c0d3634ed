import { byName, stringAt, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const toolField: QueryField = {
  name: 'tool',
  summary: 'Name of the tool called.',
  example: 'weather',
  test: byName((seq, facts) => {
    if (!facts.log.typeOf(seq).startsWith('TOOL_CALL_')) return '';
    const event = facts.log.at(seq);
    return event === undefined ? '' : facts.toolOf(event);
  }),
  // Other events are not parsed: states may be large.
  values: (facts) =>
    uniqueOf(facts, (seq) =>
      facts.log.typeOf(seq).startsWith('TOOL_CALL_') ? stringAt(facts, seq, 'toolCallName') : '',
    ),
};
