// Words: the overview above the list.
import { formatNumber } from '@/lib/core/json/format';

/** The overview above the list. */
export const overview = {
  overview: 'Overview',
  overviewHint:
    'Click to go to an event, drag to select a range. Scroll or press W and S to zoom, A and D to pan; double-click to reset.',
  overviewAll: (count: number) => `All ${formatNumber(count)} events`,
  overviewPart: (from: number, to: number, time: string) =>
    `Events ${formatNumber(from)} to ${formatNumber(to)}, ${time}`,
  hovered: (seq: number, time: string) => `#${seq} · ${time}`,
  overviewReset: 'Show all',
} as const;
