// Details of the selected row: matches of the view's search are highlighted and opened in them.
import type { ComponentChildren } from 'preact';
import { FoundWords, useFindWords } from '../ui/find';

export function FoundDetails({ children }: { children: ComponentChildren }) {
  return (
    <FoundWords.Provider value={useFindWords()}>
      <div class="details" data-find="details">
        {children}
      </div>
    </FoundWords.Provider>
  );
}
