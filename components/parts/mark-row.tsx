// Rows between events: a page was opened, a request began or ended badly, something is missing.
import { assertUnreachable } from '@/lib/agui/assert';
import type { Mark, Stream } from '@/lib/log/types';
import { goToMark } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
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
export function isBad(stream: Stream): boolean {
  const { close, status } = stream;
  return (status !== undefined && status >= 400) || close?.how === 'network-error';
}

/** How a stream ended, in words. */
export function endOf(stream: Stream): string {
  const { close } = stream;
  if (close === undefined) return TEXTS.ends.open;
  const code = close.code === undefined ? '' : ` (${close.code})`;
  return `${TEXTS.ends[close.how]}${code}${close.detail ? `: ${close.detail}` : ''}`;
}

function lineOf(mark: Mark): readonly [sign: string, text: string, bad: boolean] {
  switch (mark.kind) {
    case 'navigation':
      return ['↓', TEXTS.marks.page(mark.url), false];
    case 'open': {
      const { method, url, transport, status } = mark.stream;
      const code = status === undefined ? '' : ` → ${status}`;
      return ['→', `${method} ${shortUrl(url)}${code} · ${transport}`, isBad(mark.stream)];
    }
    case 'close': {
      const nothing = mark.stream.events === 0 ? ` · ${TEXTS.marks.nothingFrom(mark.stream.length)}` : '';
      return [
        '←',
        `${shortUrl(mark.stream.url)} ${endOf(mark.stream)}${nothing}`,
        mark.stream.close?.how !== 'complete',
      ];
    }
    case 'request':
      return [
        '→',
        `${TEXTS.marks.request(String(mark.input['runId'] ?? ''))} · ${mark.stream.transport}`,
        false,
      ];
    case 'gap':
      // Left out on purpose, and so no loss.
      if (mark.reason === 'not-ag-ui') return ['⋯', mark.detail || TEXTS.marks.notKept, false];
      return ['⋯', TEXTS.marks.missing(mark.detail || mark.reason), true];
    default:
      return assertUnreachable(mark);
  }
}

/** One mark as a row of the grid. */
export function MarkRow(props: { id: string; index: number; mark: Mark; number: number; session: Session }) {
  const { id, index, mark, number, session } = props;
  const [sign, text, bad] = lineOf(mark);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={session.mark.value === number}
      class={`mark-row mark-${mark.kind} ${bad ? 'bad' : ''}`}
      onClick={() => goToMark(session, number)}
    >
      <span role="gridcell" aria-colspan={5} title={text}>
        <span aria-hidden="true">{sign} </span>
        {text}
      </span>
    </div>
  );
}
