// Runs that the user sends from the page.
import { counted } from '@/lib/core/json/format';

const title = 'Run from here';
const titleToUrl = 'Send a run to a URL';

export const runFrom = {
  title,
  titleToUrl,
  action: `${title}…`,
  again: 'Send again…',
  toUrl: `${titleToUrl}…`,
  arming: 'Sending a run from this page…',
  answered: 'A run that you sent from this page is running',
  stop: 'Stop the run',
  stopped: 'stopped by you',
  conversation: 'A run sent by hand from AG-UI Lens; the page does not show it.',
  inFile: (count: number) => `${counted(count, 'run')} sent by hand from AG-UI Lens.`,
} as const;
