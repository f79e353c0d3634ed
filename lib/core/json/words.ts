// Texts of the summaries of events.
import { counted, formatNumber } from '@/lib/core/json/format';

export const SUMMARY_WORDS = {
  whole: '(root)',
  nothing: 'nothing',
  items: (count: number) => counted(count, 'item'),
  keys: (count: number) => counted(count, 'key'),
  messages: (count: number) => counted(count, 'message'),
  characters: (count: number) => counted(count, 'character'),
  set: (name: string, value: string) => `${name} = ${value}`,
  changed: (name: string, value: string, before: string) => `${name} = ${value} (was ${before})`,
  removed: (name: string) => `${name} removed`,
  removedFrom: (name: string, before: string) => `${name} removed (was ${before})`,
  moved: (name: string, from: string) => `${name} = ${from} (moved)`,
  copied: (name: string, from: string) => `${name} = ${from} (copied)`,
  tested: (name: string, value: string) => `${name} must be ${value}`,
  starts: (name: string) => `${name} starts`,
  startsIn: (name: string, thread: string) => `${name} starts · thread ${thread}`,
  ends: (name: string) => `${name} ends`,
  failed: (name: string, reason: string) => `${name} failed: ${reason}`,
  called: (name: string) => `${name} called`,
  continued: (prompt: string) => `${prompt} continued`,
  more: (count: number) => `+${formatNumber(count)} more`,
  atLeastMore: (count: number) => `+${formatNumber(count)} or more`,
  same: 'no change',
  messageEffects: {
    appended: (count: number) => `${formatNumber(count)} new`,
    replaced: (count: number) => `${formatNumber(count)} changed`,
    renamed: (count: number) => `${formatNumber(count)} with a new id`,
    dropped: (count: number) => `${formatNumber(count)} dropped`,
    moved: (count: number) => `${formatNumber(count)} moved`,
  },
};
