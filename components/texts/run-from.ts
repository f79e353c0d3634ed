// Runs that the user sends from the page.
import { counted } from '@/lib/core/json/format';

export const runFrom = {
  action: 'Run from here…',
  again: 'Send again…',
  toUrl: 'Send a run to a URL…',
  arming: 'Sending a run from this page…',
  answered: 'A run that you sent from this page is running',
  stop: 'Stop the run',
  stopped: 'stopped by you',
  conversation: 'A run that you sent from AG-UI Lens; the page does not show it.',
  inFile: (count: number) => `${counted(count, 'run')} sent by hand from AG-UI Lens.`,
} as const;
