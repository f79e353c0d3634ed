import { counted, formatNumber } from '@/lib/core/json/format';

export const messages = {
  endedHere: (reason: string) => `Ended here · ${reason}`,
  endedBy: { client: (text: string) => `the app’s client stopped: ${text}` },
  markdown: 'Markdown',
  markdownTooLong: 'Too long for Markdown: shown as plain text.',
  markdownLater: 'This text is rendered as Markdown once it is complete.',
  copy: 'Copy conversation',
  copyShort: 'Copy',
  copies: { openai: 'As OpenAI chat (JSON)', markdown: 'As Markdown', json: 'As AG-UI messages (JSON)' },
  copyText: 'Copy text',
  copyJson: 'Copy as JSON',
  menuOf: (id: string) => `Message ${id}`,
  toFirst: (seq: number) => `Go to first event (#${seq})`,
  toLast: (seq: number) => `Go to last event (#${seq})`,
  list: (count: number) => counted(count, 'message'),
  earlierText: (count: number) => `${formatNumber(count)} earlier characters`,
  goesOn: 'The message continues after this event.',
  pageLoaded: 'page reloaded here',
  touched: 'changed by the selected event',
  streaming: 'streaming',
  subagent: (name: string) => `subagent ${name}`,
  implicit: (type: string, seq: number) => `created implicitly by ${type} #${seq}`,
  via: { request: 'from a request', snapshot: 'from a snapshot' },
  viaSnapshot: (seq: number) => `from snapshot #${seq}`,
  encrypted: (size: string, type = '') => `encrypted value, ${type === '' ? '' : `${type}, `}${size}`,
  answerTo: (id: string) => `answer to ${id}`,
  inTools: 'Show in Tools',
  textOf: (id: string) => `Text of message ${id}. Arrow keys choose a segment, Enter goes to its event.`,
  segmentAt: (seq: number, time: string) => `#${seq}, ${time} after it began`,
  customUi: (name: string, spec: string) => `Custom event '${name}' carries ${spec}`,
  noMessages: 'No messages up to this event',
  printed: (count: number, all: number) =>
    `The first ${formatNumber(count)} of ${counted(all, 'message')} printed.`,
  parts: {
    label: (type: string, name: string) => `${type} ${name}`,
    noType: 'no type',
    show: 'Show',
    notLoaded: '(not loaded)',
  },
  snapshot: {
    title: (seq: number) => `Changes from MESSAGES_SNAPSHOT #${seq}`,
    request: (run: string) => `Changes from the request of ${run}`,
    kept: 'Unchanged',
    replaced: 'Replaced',
    appended: 'Appended',
    dropped: 'Dropped',
    renamed: 'ID changed',
    nowCalled: 'is now',
    survived: 'Not in the snapshot, but kept',
    moved: 'Moved in the snapshot; the conversation keeps its order',
  },
  history: {
    kept: 'Earlier messages come from this log; the page restores its own from storage.',
    unseen: 'The page joined a run that had already started. Its earlier messages are not in this log.',
  },
  perspective: {
    differ: (missing: number, extra: number, different: number) =>
      [
        missing > 0 ? `The app is missing ${counted(missing, 'message')} that the server sent` : '',
        extra > 0 ? `it still has ${counted(extra, 'message')} that the server removed` : '',
        different > 0 ? `it has ${counted(different, 'message')} with different content` : '',
      ]
        .filter((part) => part !== '')
        .join('; ')
        .replace(/^it/, 'The app')
        .concat('.'),
    stoppedAt: (seq: number) => `Its client stopped at #${seq}.`,
    missing: 'not in the app',
    extra: 'removed by the server',
    differentInApp: 'sent with different content',
    differentSent: 'different content in the app',
  },
} as const;
