import type { JsonObject } from '@/lib/core/json/json';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

const ID_KEYS = ['messageId', 'toolCallId', 'runId', 'threadId', 'entityId', 'parentMessageId'] as const;

export const hasId = (event: JsonObject, isNamed: (id: string) => boolean): boolean =>
  ID_KEYS.some((key) => typeof event[key] === 'string' && isNamed(event[key]));

export const idField: QueryField = {
  name: 'id',
  summary: 'Any id in the event: message, call, run.',
  example: 'msg-1',
  test: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (seq, { log }) => {
      const event = log.at(seq)?.event;
      return event !== undefined && hasId(event, isNamed);
    };
  },
};
