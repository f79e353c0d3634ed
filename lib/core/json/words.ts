// The words in the summaries of events. In one place, so that a panel in another language can have its own.

/** Words of summaries. Functions where there is something to fill in. */
export const SUMMARY_WORDS = {
  whole: '(root)',
  nothing: 'nothing',
  items: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`,
  keys: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'key' : 'keys'}`,
  messages: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`,
  characters: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`,
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
  called: (name: string) => `${name} called`,
  continued: (prompt: string) => `${prompt} continued`,
  more: (count: number) => `+${count.toLocaleString('en')} more`,
  atLeastMore: (count: number) => `+${count.toLocaleString('en')} or more`,
  same: 'no change',
  news: {
    appended: (count: number) => `${count.toLocaleString('en')} new`,
    replaced: (count: number) => `${count.toLocaleString('en')} changed`,
    renamed: (count: number) => `${count.toLocaleString('en')} with another id`,
    dropped: (count: number) => `${count.toLocaleString('en')} dropped`,
    moved: (count: number) => `${count.toLocaleString('en')} moved`,
  },
};
