// Counts of each kind of events, as terms of the filter.
import { formatNumber } from '@/lib/core/json/format';
import { hasTerm, toggleTerm } from '@/lib/core/query/edit';
import { KINDS } from '@/lib/core/query/kinds';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';

export function Chips() {
  const { filter, kinds } = useSession();
  const counts = kinds.value;
  const text = filter.text.value;
  return (
    <div class="chips" role="group" aria-label={TEXTS.list.kinds}>
      {KINDS.filter((kind) => counts[kind] > 0).map((kind) => {
        const term = `kind:${kind}`;
        return (
          <button
            key={kind}
            type="button"
            class={`chip chip-${kind}`}
            aria-pressed={hasTerm(text, term)}
            title={TEXTS.list.onlyKind(TEXTS.list.kindNames[kind])}
            onClick={() => {
              filter.text.value = toggleTerm(filter.text.peek(), term);
            }}
          >
            {TEXTS.list.kindNames[kind]} <span class="chip-count">{formatNumber(counts[kind])}</span>
          </button>
        );
      })}
    </div>
  );
}
