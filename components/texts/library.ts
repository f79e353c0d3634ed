import { counted, formatNumber } from '@/lib/core/json/format';

export const library = {
  title: 'Library',
  loading: 'Loading…',
  tabs: { saved: 'Saved', recent: 'Recent' },
  lists: 'Lists of sessions',
  onScreen: 'Save current session as',
  nothingOnScreen: 'Nothing to save yet.',
  isPrivate: 'Private window: this session is lost when the window closes. Export it to keep it.',
  saveName: 'Session name',
  save: 'Save',
  saveAnother: 'Save as new',
  saveRecent: 'Save selected',
  saving: 'Saving…',
  savedAs: (name: string) => `Saved as “${name}”.`,
  savedAgain: (name: string) => `Saved “${name}”. The previous version can be restored.`,
  unnamed: (id: number) => `Recording ${id}`,
  copyOf: (name: string) => `${name} (copy)`,
  search: 'Search names, tags, notes and sites',
  columns: {
    picture: 'Timeline',
    name: 'Name',
    site: 'Site',
    when: 'When',
    runs: 'Runs',
    findings: 'Findings',
    size: 'Size',
  },
  moreSites: (count: number) => `+${count}`,
  findings: (errors: number, warnings: number) =>
    [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : '']
      .filter(Boolean)
      .join(', ') || 'none',
  noSaved: 'No saved recordings. Recordings are kept until you delete them.',
  noMatch: 'No recordings match the search.',
  noRecent: 'No recent sessions.',
  damage: {
    row: 'The description of this recording is damaged. It may still open.',
    file: 'The data of this recording is missing. It can only be deleted.',
  },
  details: 'Details',
  name: 'Name',
  tags: 'Tags',
  tagsHint: 'separated by commas',
  note: 'Note',
  facts: ({
    events,
    duration,
    saved,
  }: {
    readonly events: number;
    readonly duration: string;
    readonly saved: string;
  }) => `${counted(events, 'event')} in ${duration}, saved ${saved}`,
  open: 'Open',
  duplicate: 'Duplicate',
  remove: 'Delete',
  deleted: (name: string, others: number) =>
    others === 0
      ? `“${name}” was deleted. Undo is available for 10 minutes.`
      : `“${name}” and ${formatNumber(others)} more were deleted. Undo is available for 10 minutes.`,
  purge: 'Delete permanently',
  forget: 'Delete',
  forgetAll: 'Delete all',
  confirmForgetAll: (count: number, size: string) =>
    `Delete ${counted(count, 'session')} (${size}), including open tabs? This cannot be undone.`,
  keep: 'Cancel',
  current: 'current',
  atLeast: (count: number) => `${formatNumber(count)}+`,
  bounds: ({
    count,
    size,
    sessions,
    all,
    each,
  }: {
    readonly count: number;
    readonly size: string;
    readonly sessions: number;
    readonly all: string;
    readonly each: string;
  }) =>
    `${counted(count, 'session')}, ${size}. Keeps the last ${sessions} closed tabs: ${all} in total, ${each} each.`,
  removed: (count: number) => `${counted(count, 'session')} removed from this list`,
  removedOne: ({
    site,
    last,
    size,
    at,
  }: {
    readonly site: string;
    readonly last: string;
    readonly size: string;
    readonly at: string;
  }) => `${site}, ${last}, ${size}: removed ${at}`,
  reasons: {
    number: 'replaced by newer sessions',
    length: 'total size limit reached',
    disk: 'disk full',
    age: 'older than the limit of the site',
  },
  megabytes: (count: number) => `${formatNumber(count)} MB`,
  room: (used: string, quota: string) => `${used} used of ${quota} storage quota.`,
  isPersistent: 'Not cleared when disk space is low.',
  unreadable: (reason: string) => `Could not read the library. ${reason}`,
  tryAgain: 'Try again',
} as const;
