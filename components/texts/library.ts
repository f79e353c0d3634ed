// Words: the library. Loaded with it.
import { formatNumber } from '@/lib/core/json/format';

const counted = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;

/** The library. */
export const library = {
  title: 'Library',
  loading: 'Loading…',
  tabs: { saved: 'Saved', recent: 'Recent' },
  lists: 'Lists of sessions',
  onScreen: 'Save what is on screen as',
  nothingOnScreen: 'There is nothing on screen to save.',
  isPrivate:
    'The session on screen is of a private window: it is kept in memory only, and is gone with the window. Export it to keep it as a file.',
  saveName: 'Name of the session on screen',
  save: 'Save',
  saveAnother: 'Save as another',
  saveRecent: 'Save selected',
  saving: 'Saving…',
  savedAs: (name: string) => `Saved as “${name}”.`,
  savedAgain: (name: string) => `Saved “${name}” again. What it was before can be restored.`,
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
  sortBy: (label: string) => `Sort by ${label.toLowerCase()}`,
  moreSites: (count: number) => `+${count}`,
  findings: (errors: number, warnings: number) =>
    [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : '']
      .filter(Boolean)
      .join(', ') || 'none',
  noSaved: 'Nothing is saved yet. What you save stays until you delete it.',
  noMatch: 'No saved recording matches.',
  noRecent: 'There are no recent sessions.',
  damage: {
    row: 'The description of this recording is damaged. It may still open.',
    file: 'The data of this recording is gone. It can only be deleted.',
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
      ? `“${name}” was deleted. It is gone in a few minutes.`
      : `“${name}” and ${formatNumber(others)} more were deleted. They are gone in a few minutes.`,
  undo: 'Undo',
  purge: 'Delete for good',
  forget: 'Forget',
  forgetAll: 'Forget all now',
  confirmForget: (name: string) => `Forget “${name}”? It cannot be undone.`,
  confirmForgetAll: (count: number, size: string) =>
    `Forget ${counted(count, 'session')} (${size}), also those of open tabs? It cannot be undone.`,
  keep: 'Keep',
  current: 'on screen',
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
    `${counted(count, 'session')}, ${size}. Of closed tabs the newest ${sessions} are kept, up to ${all}; one session up to ${each}.`,
  removed: (count: number) => `${counted(count, 'session')} fell out of this list`,
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
    number: 'newer sessions took its place',
    length: 'all of them together were too long',
    disk: 'the disk was full',
    age: 'it had been kept as long as the site is set to',
  },
  megabytes: (count: number) => `${formatNumber(count)} MB`,
  room: (used: string, quota: string) => `${used} in use; the browser allows ${quota}.`,
  isPersistent: 'The browser keeps it when the disk runs short.',
  unreadable: (reason: string) => `The library cannot be shown. ${reason}`,
  tryAgain: 'Try again',
} as const;
