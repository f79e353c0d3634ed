import type { QueryField } from '@/lib/core/query/types';

export const hasField: QueryField = {
  name: 'has',
  summary: 'A property that the event has.',
  example: 'metadata',
  test:
    (value) =>
    (seq, { log }) => {
      const event = log.at(seq)?.event;
      return event !== undefined && Object.hasOwn(event, value);
    },
  values: () => ['timestamp', 'metadata', 'rawEvent', 'outcome', 'usage', 'parentMessageId'],
};
