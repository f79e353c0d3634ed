// The filter: query with completion, saved filters, matches.
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { stepMatch } from '@/lib/panel/navigate';
import type { Session } from '@/lib/panel/session';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { handleKey } from '../ui/keys';
import { Progress } from '../ui/progress';
import { type Suggestions, useSuggestions } from './suggestions';

const SAVED_MAX = 20;
/** A progress bar for a shorter log would disappear at once. */
const LONG = 20_000;

function Matches() {
  const { session } = useWorkspace().current.value;
  const filter = session.filter.compiled.value;
  const problems = filter.problems.join(' ');
  // An invalid query filters nothing and shows its error.
  if (filter.isEmpty && problems === '') return null;
  const { complete: isComplete, share } = session.filter.matches.value;
  const counts = session.list.counts.value;
  return (
    <>
      <output class="matches dim" title={problems}>
        {problems !== '' && (
          <span class="sign-warning">
            <span aria-hidden="true">⚠ </span>
            <span class="spoken">{problems} </span>
          </span>
        )}
        {TEXTS.list.matches(counts)}
        {isComplete ? '' : '…'}
      </output>
      {!isComplete && session.log.length > LONG && (
        <Progress
          isCompact
          text={TEXTS.list.filtering}
          share={share}
          onCancel={() => (session.filter.text.value = '')}
        />
      )}
      <button
        type="button"
        class="wide"
        aria-label={TEXTS.actions.stepMatch(-1)}
        title={`${TEXTS.actions.stepMatch(-1)} (Shift+F3)`}
        onClick={() => stepMatch(session, -1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="wide"
        aria-label={TEXTS.actions.stepMatch(1)}
        title={`${TEXTS.actions.stepMatch(1)} (F3)`}
        onClick={() => stepMatch(session, 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        aria-label={TEXTS.list.hiding}
        title={session.filter.isHiding.value ? TEXTS.list.hidingOn : TEXTS.list.hidingOff}
        aria-pressed={session.filter.isHiding.value}
        onClick={() => (session.filter.isHiding.value = !session.filter.isHiding.value)}
      >
        <Icon name="funnel" />
      </button>
    </>
  );
}

export function FilterBox() {
  const { settings, current } = useWorkspace();
  const { session } = current.value;
  const { text, compiled } = session.filter;
  const isInvalid = compiled.value.problems.length > 0;
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions(input, session.filter, settings.values.value.filters);
  return (
    <div class="filter-row">
      <div class="filter-box">
        <input
          type="search"
          class="filter"
          ref={input}
          data-focus="filter"
          aria-label={TEXTS.list.filter}
          aria-controls={suggestions.list.length > 0 ? 'filter-suggestions' : undefined}
          aria-autocomplete="list"
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? 'filter-problem' : undefined}
          aria-activedescendant={suggestions.at >= 0 ? `suggestion-${suggestions.at}` : undefined}
          placeholder={TEXTS.list.filterHint}
          title={TEXTS.list.filterTitle}
          spellcheck={false}
          autocomplete="off"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            suggestions.reset();
            suggestions.follow(event.currentTarget);
          }}
          onClick={(event) => suggestions.follow(event.currentTarget)}
          onBlur={() => (suggestions.isOpen.value = false)}
          onKeyDown={(event) => filterKey(event, session, suggestions)}
        />
        <SaveFilter text={text.value.trim()} />
        <SuggestionList suggestions={suggestions} />
      </div>
      <Matches />
    </div>
  );
}

function filterKey(
  event: TargetedKeyboardEvent<HTMLInputElement>,
  session: Session,
  suggestions: Suggestions,
): void {
  const { text } = session.filter;
  const element = event.currentTarget;
  const suggestion = suggestions.list[suggestions.at];
  const goOn = (direction: 1 | -1) => () => {
    if (suggestion !== undefined) return suggestions.accept(suggestion);
    suggestions.isOpen.value = false;
    stepMatch(session, direction);
  };
  handleKey(event, 'filter', {
    choose: goOn(1),
    back: goOn(-1),
    // Otherwise Tab moves the focus, as usual.
    complete:
      suggestion !== undefined && text.value !== '' ? () => suggestions.accept(suggestion) : undefined,
    next() {
      // Opened, but nothing is suggested: the rows are next.
      if (suggestions.isOpen.value && suggestions.list.length === 0)
        document.querySelector<HTMLElement>('[data-focus="list"]')?.focus();
      else {
        suggestions.follow(element);
        suggestions.move(1);
      }
    },
    previous: suggestions.list.length > 0 ? () => suggestions.move(-1) : undefined,
    leave() {
      if (text.value === '' && !suggestions.isOpen.value) return false;
      if (suggestions.list.length === 0) text.value = '';
      suggestions.isOpen.value = false;
      return true;
    },
  });
}

function SaveFilter({ text }: { text: string }) {
  const { settings } = useWorkspace();
  const saved = settings.values.value.filters;
  const isSaved = saved.includes(text);
  if (text === '') return null;
  const save = () =>
    settings.change(({ filters }) => {
      const others = filters.filter((each) => each !== text);
      return { filters: isSaved ? others : [text, ...others].slice(0, SAVED_MAX) };
    });
  return (
    <button
      type="button"
      class="save-filter"
      aria-label={TEXTS.list.saveFilter}
      title={isSaved ? TEXTS.list.unsaveFilter : TEXTS.list.saveFilter}
      aria-pressed={isSaved}
      onClick={save}
    >
      <span aria-hidden="true">{isSaved ? '★' : '☆'}</span>
    </button>
  );
}

function SuggestionList({ suggestions: { list, at, accept } }: { suggestions: Suggestions }) {
  if (list.length === 0) return null;
  return (
    <ul id="filter-suggestions" role="listbox" aria-label={TEXTS.list.filterSuggestions} class="suggestions">
      {list.map((suggestion, index) => (
        <li
          key={`${index} ${suggestion.label}`}
          id={`suggestion-${index}`}
          role="option"
          aria-selected={index === at}
          // Mouse down, not click: the input loses the focus before the click, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            accept(suggestion);
          }}
        >
          <code>{suggestion.label}</code>
          {suggestion.summary !== undefined && <span class="dim">{suggestion.summary}</span>}
        </li>
      ))}
    </ul>
  );
}
