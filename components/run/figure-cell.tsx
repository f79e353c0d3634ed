// One figure of a run as number and bar.

import { formatAmount, formatMs, formatNumber, formatTime } from '@/lib/core/json/format';
import type { Figure } from '@/lib/core/metrics/run-figures';

export function figureText(figure: Figure, value: number | undefined): string {
  if (value === undefined) return '';
  switch (figure) {
    case 'start':
      return formatTime(value);
    case 'duration':
    case 'firstToken':
      return formatMs(value);
    case 'perSecond':
      return formatNumber(value, 1);
    case 'cost':
      return formatAmount(value);
    case 'tools':
    case 'findings':
      return value === 0 ? '' : formatNumber(value);
    default:
      return formatNumber(value);
  }
}

/** The bar is relative to the largest figure. */
export function FigureCell({
  figure,
  value,
  most,
}: {
  figure: Figure;
  value: number | undefined;
  most: number;
}) {
  const share = figure === 'start' || value === undefined || most === 0 ? 0 : value / most;
  return (
    <span role="gridcell" class={`number figure figure-${figure}`} style={{ '--share': share.toFixed(3) }}>
      {figureText(figure, value)}
    </span>
  );
}
