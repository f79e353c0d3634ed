// The search bar of a view. Knows no domain.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { TEXTS } from '../texts';
import type { Find } from './find';
import { HITS_MAX } from './find-text';
import { Icon } from './icon';
import { handleKey } from './keys';
import { Progress } from './progress';

interface FindBarProps {
  readonly find: Find;
  readonly label: string;
  onClose(): void;
}

export function FindBar({ find, label, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const { count, at, isComplete } = find.state.value;
  const words = find.words.value;
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <div class="find-bar" role="search" aria-label={label}>
      <input
        ref={input}
        type="search"
        data-focus="find"
        aria-label={label}
        placeholder={label}
        spellcheck={false}
        value={words}
        onInput={(event) => find.setWords(event.currentTarget.value)}
        onKeyDown={(event) =>
          handleKey(event, 'find', { next: () => find.step(1), previous: () => find.step(-1) })
        }
      />
      <span class="dim" role="status">
        {words !== '' && TEXTS.find.count({ at: at + 1, count, isMore: !isComplete || count >= HITS_MAX })}
      </span>
      {!isComplete && <Progress isCompact text={TEXTS.find.searching} onCancel={() => find.setWords('')} />}
      {([-1, 1] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          aria-label={TEXTS.find.step(direction)}
          title={TEXTS.find.step(direction)}
          disabled={count === 0}
          onClick={() => find.step(direction)}
        >
          <Icon name={direction === 1 ? 'down' : 'up'} />
        </button>
      ))}
      <button type="button" aria-label={TEXTS.find.close} title={TEXTS.find.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
