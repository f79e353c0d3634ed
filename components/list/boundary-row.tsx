// Rows between events: a page was opened, a request began or ended badly, something is missing.
import { assertUnreachable } from '@/lib/agui/assert';
import type { Boundary, Stream } from '@/lib/log/types';
import type { Cursor } from '@/lib/session/cursor';
import { TEXTS } from '../texts';

/** The last part of a URL's path, with its host where that differs from a page's own. */
export function shortUrl(url: string): string {
  try {
    const parsed = new URL(url);
    return `${parsed.pathname}${parsed.search}`;
  } catch {
    return url;
  }
}

/** True for a stream that was refused or broke. */
function isBad(stream: Stream): boolean {
  const { close, status } = stream;
  return (status !== undefined && status >= 400) || close?.how === 'network-error';
}

/** How a stream ended, in words. */
export function endOf(stream: Stream): string {
  const { close } = stream;
  if (close === undefined) return TEXTS.list.ends.open;
  const code = close.code === undefined ? '' : ` (${close.code})`;
  return `${TEXTS.list.ends[close.how]}${code}${close.detail ? `: ${close.detail}` : ''}`;
}

function lineOf(boundary: Boundary): readonly [sign: string, text: string, bad: boolean] {
  switch (boundary.kind) {
    case 'navigation':
      return ['↓', TEXTS.list.boundaries.page(boundary.url), false];
    case 'open': {
      const { method, url, transport, status } = boundary.stream;
      const code = status === undefined ? '' : ` → ${status}`;
      return ['→', `${method} ${shortUrl(url)}${code} · ${transport}`, isBad(boundary.stream)];
    }
    case 'close': {
      const nothing =
        boundary.stream.events === 0 ? ` · ${TEXTS.list.boundaries.nothingFrom(boundary.stream.length)}` : '';
      return [
        '←',
        `${shortUrl(boundary.stream.url)} ${endOf(boundary.stream)}${nothing}`,
        isBad(boundary.stream),
      ];
    }
    case 'back':
      return ['↺', TEXTS.list.boundaries.back(shortUrl(boundary.stream.url)), false];
    case 'request':
      return [
        '→',
        `${TEXTS.list.boundaries.request(String(boundary.input['runId'] ?? ''))} · ${boundary.stream.transport}`,
        false,
      ];
    case 'gap':
      // Left out on purpose, and so no loss.
      if (boundary.reason === 'not-ag-ui' || (boundary.reason === 'unseen' && !boundary.stream))
        return ['⋯', boundary.detail || TEXTS.list.boundaries.notKept, false];
      return ['⋯', TEXTS.list.boundaries.missing(boundary.detail || boundary.reason), true];
    default:
      return assertUnreachable(boundary);
  }
}

/** One boundary as a row of the grid. */
export function BoundaryRow(props: {
  id: string;
  index: number;
  boundary: Boundary;
  number: number;
  cursor: Cursor;
  /** How a stream ends is only known later: its row is painted anew with what comes. */
  revision: number;
}) {
  const { id, index, boundary, number, cursor } = props;
  const [sign, text, bad] = lineOf(boundary);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={cursor.boundary.value === number}
      class={`boundary-row boundary-${boundary.kind} ${bad ? 'bad' : ''}`}
      onClick={() => cursor.goToBoundary(number)}
    >
      <span role="gridcell" aria-colspan={5} title={text}>
        <span aria-hidden="true">{sign} </span>
        {text}
      </span>
    </div>
  );
}
