// One figure of a run, as a number and as a bar behind it.
import type { Figure } from '@/lib/core/metrics/run-figures';
import { formatClock, formatMs } from '../format';

/** A figure as it is read; nothing where it is not known. */
export function figureText(figure: Figure, value: number | undefined): string {
  if (value === undefined) return '';
  switch (figure) {
    case 'start':
      return formatClock(value).slice(0, 8);
    case 'duration':
    case 'firstToken':
      return formatMs(value);
    case 'perSecond':
      return value.toLocaleString(undefined, { maximumFractionDigits: 1 });
    case 'cost':
      return value.toLocaleString(undefined, { maximumSignificantDigits: 3 });
    case 'tools':
    case 'findings':
      return value === 0 ? '' : value.toLocaleString();
    default:
      return value.toLocaleString();
  }
}

/** A cell; its bar is as long as the figure is beside the largest one. */
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
