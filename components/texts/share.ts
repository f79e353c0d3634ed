// Texts: sharing a session.

import { skippedText } from '@/lib/core/files/skipped-events';
import { counted, formatNumber } from '@/lib/core/json/format';

export const share = {
  open: 'Share',
  openTitle: 'Share this session: choose format, content and redaction',
  title: 'Share',
  loading: 'Loading…',
  format: 'Format',
  scope: 'Content',
  scopes: {
    all: 'Everything',
    run: (name: string) => `This run: ${name}`,
    runs: (names: string) => `Selected runs: ${names}`,
    filter: (count: number) => `Filtered events (${formatNumber(count)})`,
    event: (seq: number) => `Event ${seq}`,
  },
  level: 'Redaction',
  levels: {
    share: 'Replace all values with placeholders',
    tools: 'Keep tool names and schemas',
    choose: 'Choose what to keep',
    secrets: 'Hide secrets only',
    full: 'No redaction',
  },
  levelNotes: {
    share: 'Replaces texts, IDs, keys, numbers, URLs and headers. Keeps types, times, sizes and structure.',
    tools: 'Also keeps the names of tools, their schemas and the names of their arguments.',
    choose: 'Keeps only the ticked values.',
    secrets: 'Replaces keys, tokens, passwords, e-mail addresses and card numbers. Everything else stays.',
    full: 'Shares everything as captured.',
  },
  keep: 'Keep',
  keepMore: '… and more. To keep them, tick their parent.',
  preview: 'Preview',
  previewCut: (size: string) => `First part of ${size}:`,
  facts: ({
    events,
    streams,
    size,
    replaced,
    skipped,
  }: {
    events: number;
    streams: number;
    size: string;
    replaced: number;
    skipped: number;
  }) =>
    `${counted(events, 'event')} in ${counted(streams, 'stream')}, ${size}; ${formatNumber(replaced)} values replaced.${skipped === 0 ? '' : ` ${skippedText(skipped)}`}`,
  preparing: 'Preparing…',
  secrets: (count: number) =>
    count === 1 ? 'This looks like a secret:' : `${count} values look like secrets:`,
  secretsUnseen: 'Too long to check completely. The first part contains no secrets; check the rest yourself.',
  secretsCut: 'The rest was too long to check.',
  noSecrets: 'No keys, tokens, e-mail addresses or card numbers found. Check the preview before sharing.',
  secret: (kind: string, where: string, shown: string) => `${kind} in ${where}: ${shown}`,
  confirm: 'I checked these values and want to include them',
  save: 'Save',
  copy: 'Copy',
} as const;
