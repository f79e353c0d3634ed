import { formatNumber } from '@/lib/core/json/format';

const FITS = {
  whole: (what: string) => what,
  part: (what: string) => `part of ${what}`,
  around: (what: string) => `${what}, inside this element`,
} as const;

export const elements = {
  nothingCaptured: 'No AG-UI events captured in this page.',
  noElement: 'Select an element that has text.',
  notFound: 'No message, tool argument or state value has this text.',
  writtenBy: 'Written by',
  more: (count: number) => `and ${formatNumber(count)} more`,
  events: (seq: number, last: number) => (seq === last ? `Event #${seq}` : `Events #${seq}–#${last}`),
  ofRun: (run: string) => `of run ${run}`,
  message: (role: string, id: string) => `${role} message ${id}`,
  call: (tool: string) => `arguments of ${tool}`,
  state: (pointer: string) => `state ${pointer || '(whole)'}`,
  fits: FITS,
  asOf: (seq: number) => `As of event #${seq}, the cursor of the AG-UI panel.`,
  showInPage: 'Show in page',
  notInPage: 'No element of the page has this text.',
} as const;
