// The filter: a query with completion, saved filters, how many match, and the way from one match to the next.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Completion, complete } from '@/lib/query/complete';
import { stepMatch } from '@/lib/session/navigate';
import { useWorkspace } from '../context';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

const SAVED_MAX = 20;

/** How many events match, and the buttons from one to the next. */
function Matches() {
  const { session } = useWorkspace().shown.value;
  const filter = session.filter.compiled.value;
  const problems = filter.problems.join(' ');
  // A query of which nothing can be understood filters nothing, and says so.
  if (filter.isEmpty && problems === '') return null;
  const { rows, complete: isComplete } = session.filter.matches.value;
  return (
    <>
      <output class="matches dim" title={problems}>
        {problems !== '' && (
          <span class="sign-warning">
            <span aria-hidden="true">⚠ </span>
            <span class="spoken">{problems} </span>
          </span>
        )}
        {TEXTS.matches(rows.events, session.reading.length.value)}
        {isComplete ? '' : '…'}
      </output>
      <button
        type="button"
        class="wide"
        aria-label={TEXTS.stepMatch(-1)}
        title={`${TEXTS.stepMatch(-1)} (Shift+F3)`}
        onClick={() => stepMatch(session, -1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="wide"
        aria-label={TEXTS.stepMatch(1)}
        title={`${TEXTS.stepMatch(1)} (F3)`}
        onClick={() => stepMatch(session, 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        aria-label={TEXTS.hiding}
        title={session.filter.isHiding.value ? TEXTS.hidingOn : TEXTS.hidingOff}
        aria-pressed={session.filter.isHiding.value}
        onClick={() => (session.filter.isHiding.value = !session.filter.isHiding.value)}
      >
        <Icon name="funnel" />
      </button>
    </>
  );
}

/** The filter box. */
export function FilterBox() {
  const workspace = useWorkspace();
  const { settings } = workspace;
  const { session } = workspace.shown.value;
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useSignal(false);
  const caret = useSignal(0);
  const chosen = useSignal(-1);
  const text = session.filter.text.value;
  const saved = settings.values.value.filters;
  const isSaved = saved.includes(text.trim());

  const offers = (): readonly Completion[] => {
    const own =
      text.trim() === ''
        ? saved.map((filter): Completion => {
            return { text: filter, caret: filter.length, label: filter, summary: TEXTS.savedFilter };
          })
        : [];
    return [...own, ...complete(text, caret.value, session.filter.facts)];
  };
  const offered = isOpen.value ? offers() : [];
  const at = Math.min(chosen.value, offered.length - 1);

  const accept = (offer: Completion) => {
    session.filter.text.value = offer.text;
    caret.value = offer.caret;
    chosen.value = -1;
    const element = input.current;
    if (element === null) return;
    element.value = offer.text;
    element.setSelectionRange(offer.caret, offer.caret);
  };
  const follow = (element: HTMLInputElement) => {
    caret.value = element.selectionStart ?? element.value.length;
    isOpen.value = true;
  };
  const onEscape = () => {
    if (isOpen.value && offered.length > 0) isOpen.value = false;
    else session.filter.text.value = '';
  };
  const onEnter = (isBack: boolean) => {
    const offer = offered[at];
    if (offer !== undefined) accept(offer);
    else {
      isOpen.value = false;
      stepMatch(session, isBack ? -1 : 1);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = offered.length;
    const first = offered[Math.max(at, 0)];
    if (event.key === 'Escape' && (text !== '' || isOpen.value)) onEscape();
    else if (event.key === 'Enter') onEnter(event.shiftKey);
    else if (event.key === 'Tab' && !event.shiftKey && first !== undefined && text !== '' && at >= 0)
      accept(first);
    else if (event.key === 'ArrowDown') {
      follow(event.currentTarget as HTMLInputElement);
      chosen.value = count === 0 ? -1 : (at + 1) % count;
    } else if (event.key === 'ArrowUp' && count > 0) chosen.value = at <= 0 ? count - 1 : at - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const save = () => {
    const filter = text.trim();
    const others = saved.filter((each) => each !== filter);
    settings.change({ filters: isSaved ? others : [filter, ...others].slice(0, SAVED_MAX) });
  };
  return (
    <div class="filter-row">
      <div class="filter-box">
        <input
          type="search"
          class="filter"
          ref={input}
          data-focus="filter"
          aria-label={TEXTS.filter}
          aria-controls={offered.length > 0 ? 'filter-offers' : undefined}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `offer-${at}` : undefined}
          placeholder={TEXTS.filterHint}
          title={TEXTS.filterTitle}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => {
            session.filter.text.value = event.currentTarget.value;
            chosen.value = -1;
            follow(event.currentTarget);
          }}
          onClick={(event) => follow(event.currentTarget)}
          onBlur={() => (isOpen.value = false)}
          onKeyDown={onKeyDown}
        />
        {text.trim() !== '' && (
          <button
            type="button"
            class="save-filter"
            aria-label={TEXTS.saveFilter}
            title={isSaved ? TEXTS.unsaveFilter : TEXTS.saveFilter}
            aria-pressed={isSaved}
            onClick={save}
          >
            <span aria-hidden="true">{isSaved ? '★' : '☆'}</span>
          </button>
        )}
        {offered.length > 0 && (
          <ul id="filter-offers" role="listbox" aria-label={TEXTS.filterOffers} class="offers">
            {offered.map((offer, index) => (
              <li
                key={`${index} ${offer.label}`}
                id={`offer-${index}`}
                role="option"
                aria-selected={index === at}
                // Before the input loses the focus, which closes the list.
                onMouseDown={(event) => {
                  event.preventDefault();
                  accept(offer);
                }}
              >
                <code>{offer.label}</code>
                {offer.summary !== undefined && <span class="dim">{offer.summary}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Matches />
    </div>
  );
}
