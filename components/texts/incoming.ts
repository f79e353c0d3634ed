// Words: what is in a file, before it is opened.
import { counted } from './counted';

/** A file that is to be opened. */
export const incoming = {
  title: (name: string) => `What is in ${name}`,
  format: 'Read as',
  unknown: 'Nothing that is known',
  size: 'Size',
  streams: 'Streams',
  events: 'Events',
  unreadable: 'Frames without an event',
  gaps: 'Gaps',
  lacking: 'What could not be read',
  more: (count: number) => `… and ${counted(count, 'more gap')}`,
  complete: 'Everything in it could be read.',
  replaced: 'What is on screen stays until you open it.',
  open: 'Open',
  openPart: 'Open what could be read',
} as const;
