// Differences of two values, a line each: sign, path, old value, new value.
import type { Difference } from '@/lib/model/diff';
import { preview } from '../ui/json-rows';

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕' } as const;
const SHOWN = 500;

/** Where two strings part: the shared beginning and the two ends. */
function parting(before: string, after: string): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at++;
  return at;
}

function Values({ difference }: { difference: Difference }) {
  const { before, after, kind } = difference;
  if (kind === 'moved') return <span class="dim"> from {difference.from}</span>;
  if (typeof before === 'string' && typeof after === 'string') {
    const at = parting(before, after);
    return (
      <span class="diff-text">
        {at > 0 && <span class="dim">{at > 24 ? `…${before.slice(at - 24, at)}` : before.slice(0, at)}</span>}
        {before.length > at && <del>{before.slice(at, at + 200)}</del>}
        {after.length > at && <ins>{after.slice(at, at + 200)}</ins>}
      </span>
    );
  }
  return (
    <>
      {before !== undefined && <del>{preview(before, 120)}</del>}
      {before !== undefined && after !== undefined && <span class="dim"> → </span>}
      {after !== undefined && <ins>{preview(after, 120)}</ins>}
    </>
  );
}

/** A list of differences; long ones are cut and say so. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul class="differences">
      {differences.slice(0, SHOWN).map((difference) => (
        <li key={`${difference.kind} ${difference.pointer}`} class={`diff-${difference.kind}`}>
          <span class="diff-sign" role="img" aria-label={difference.kind}>
            {SIGNS[difference.kind]}
          </span>
          <code>{difference.pointer === '' ? '(whole)' : difference.pointer}</code>{' '}
          <Values difference={difference} />
        </li>
      ))}
      {differences.length > SHOWN && <li class="dim">and {differences.length - SHOWN} more</li>}
    </ul>
  );
}
