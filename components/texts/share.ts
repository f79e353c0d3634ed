// Words: sharing a session.

import { sayLeftOut } from '@/lib/core/files/left-out';
import { formatNumber } from '@/lib/core/json/format';
import { counted } from './counted';

/** Sharing a session. */
export const share = {
  open: 'Share',
  openTitle: 'Share this session: choose a format, a part of it, and what leaves',
  title: 'Share',
  loading: 'Loading…',
  format: 'Format',
  scope: 'What',
  scopes: {
    all: 'Everything',
    run: (name: string) => `This run: ${name}`,
    runs: (names: string) => `The chosen runs: ${names}`,
    filter: (count: number) => `What the filter shows (${formatNumber(count)} events)`,
    event: (seq: number) => `Event ${seq}`,
  },
  level: 'Redaction',
  levels: {
    share: 'Share: every value becomes a token',
    tools: 'Keep tool names and schemas',
    choose: 'Choose what to keep',
    full: 'Full: nothing is redacted',
  },
  levelNotes: {
    share:
      'Texts, ids, keys, numbers, addresses and headers become tokens. Types, times, sizes and structure stay.',
    tools: 'As above, but the names and the schemas of tools stay, and the names of their arguments.',
    choose: 'Only what is ticked here stays as it is.',
    full: 'Everything leaves as it was captured.',
  },
  keep: 'Keep',
  keepMore: '… and more than can be listed here. They are kept with what they are in, not one by one.',
  preview: 'Exactly what leaves',
  previewCut: (size: string) => `The first part of ${size}:`,
  facts: ({
    events,
    streams,
    size,
    replaced,
    leftOut,
  }: {
    events: number;
    streams: number;
    size: string;
    replaced: number;
    leftOut: number;
  }) =>
    `${counted(events, 'event')} in ${counted(streams, 'stream')}, ${size}; ${formatNumber(replaced)} different values replaced.${leftOut === 0 ? '' : ` ${sayLeftOut(leftOut)}`}`,
  preparing: 'Preparing…',
  secrets: (count: number) =>
    count === 1 ? 'This looks like a secret:' : `${count} values look like secrets:`,
  secretsUnseen:
    'This is too long to be looked through: in its first part nothing looks like a secret, the rest was not looked at.',
  secretsCut: 'There is more than could be looked at.',
  noSecrets:
    'Nothing in it looks like a key, a token, an e-mail address or a card number. That is no promise.',
  secret: (kind: string, where: string, shown: string) => `${kind} in ${where}: ${shown}`,
  confirm: 'I have looked at this, and it may leave',
  save: 'Save',
  copy: 'Copy',
} as const;
