import { skippedText } from '@/lib/core/files/skipped-events';
import { counted, formatNumber } from '@/lib/core/json/format';

interface ExportFacts {
  readonly events: number;
  readonly streams: number;
  readonly size: string;
  readonly replaced: number;
  readonly skipped: number;
}

/** Reasons why the list does not show all events. */
interface PartShown {
  readonly isFiltered: boolean;
  readonly isSelected: boolean;
  readonly isSinceLoad: boolean;
}

const replacedText = (replaced: number): string => {
  if (replaced === 0) return 'nothing replaced';
  return replaced === 1 ? '1 value replaced' : `${formatNumber(replaced)} values replaced`;
};

export const exporting = {
  title: 'Export',
  openTitle: 'Export or share this session: choose format, content and redaction',
  format: 'Format',
  groups: { people: 'For people', tests: 'For tests', tools: 'For tools', raw: 'Raw' },
  packed: 'Compress (.gz)',
  scope: 'Content',
  scopes: {
    all: 'Whole session',
    run: (name: string) => `This run: ${name}`,
    runs: (names: string) => `Selected runs: ${names}`,
    shown: ({ isFiltered, isSelected, isSinceLoad }: PartShown) => {
      const events = isFiltered ? 'Filtered events' : 'Events';
      if (isSelected) return `${events} in the selected time`;
      return isSinceLoad ? `${events} since the last page load` : events;
    },
    event: (seq: number) => `Event ${seq}`,
  },
  level: 'Values',
  levels: {
    secrets: 'Hide secrets only',
    share: 'Placeholders',
    choose: 'Choose',
    full: 'Everything',
  },
  levelNotes: {
    secrets:
      'Keys, tokens, passwords, e-mail addresses, card and account numbers are replaced. Everything else stays.',
    share:
      'Texts, IDs, keys, numbers, URLs and headers are replaced. The same value gets the same placeholder. Types, times and structure stay, and sizes roughly.',
    choose: 'Only ticked values stay. Everything else becomes placeholders.',
    full: 'Nothing is replaced.',
  },
  keep: 'Keep',
  parts: (path: string) => `Parts of ${path}`,
  keepMore: '… and more. To keep them, tick their parent.',
  keepsTools: 'Names and schemas of tools',
  preview: 'Preview',
  views: { conversation: 'Conversation', events: 'Events' },
  noMessages: 'No messages.',
  more: '… and more.',
  file: (name: string, size: string) => `File: ${name} (${size})`,
  fileCut: 'First part:',
  facts: ({ events, streams, replaced, skipped, size }: ExportFacts) =>
    `${counted(events, 'event')} in ${counted(streams, 'stream')}, ${size}, ${replacedText(replaced)}.${skipped === 0 ? '' : ` ${skippedText(skipped)}`}`,
  preparing: 'Preparing the file…',
  secrets: (count: number, isCut: boolean) =>
    count === 1 && !isCut
      ? 'This looks like a secret:'
      : `${isCut ? 'More than ' : ''}${formatNumber(count)} values look like secrets:`,
  secretsUnseen: 'Too long to check completely. The first part contains no secrets; check the rest yourself.',
  secretsCut: 'The rest was too long to check.',
  noSecrets: 'No secrets found in this file. Check the preview before sharing.',
  secret: (kind: string, where: string, shown: string) => `${kind} in ${where}: ${shown}`,
  redactThese: (count: number, isCut: boolean) =>
    isCut ? 'Redact all' : count === 1 ? 'Redact it' : `Redact these ${count}`,
  confirm: 'I checked these values and want to include them',
  download: 'Download',
  copy: 'Copy',
  copyByHand: 'The browser blocked access to the clipboard. Copy the selected text with Ctrl+C (⌘C).',
} as const;
