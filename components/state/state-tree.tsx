// The state as a tree, with search and details of the selected value.
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Json } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';
import type { Session } from '@/lib/panel/session';
import { useSession, useWorkspace } from '../app/context';
import { stateMenu } from '../menus/state-menu';
import { Panes } from '../parts/panes';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { findInJson, MATCHES_MAX } from '../ui/json-rows';
import { JsonTree } from '../ui/json-tree';
import { handleKey } from '../ui/keys';
import { useContextMenu } from '../ui/menu';
import type { TreeHighlight } from '../ui/tree-highlights';
import { createTreeState, reveal, type TreeState } from '../ui/tree-state';
import { ValueStrip } from './value-strip';

const trees = new WeakMap<Session, TreeState>();

/** State of the tree of a session, kept while another view is shown. */
export function treeOf(session: Session): TreeState {
  const known = trees.get(session);
  if (known !== undefined) return known;
  const made = createTreeState();
  trees.set(session, made);
  return made;
}

export interface StateTreeProps {
  readonly threadId: string;
  readonly state: Json;
  /** Changes of the event at the cursor. */
  readonly highlights: readonly TreeHighlight[];
}

function FindBox({ words, found, at, onWords, onStep }: FindBoxProps) {
  const isNone = words !== '' && found.length === 0;
  return (
    <div class="state-find" role="search" aria-label={TEXTS.state.findInState}>
      <input
        type="search"
        aria-label={TEXTS.state.findInState}
        placeholder={TEXTS.state.findInStateHint}
        value={words}
        onInput={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) =>
          handleKey(event, 'find', {
            next: () => onStep(1),
            previous: () => onStep(-1),
            leave: words === '' ? undefined : () => onWords(''),
          })
        }
      />
      <span class="dim" role="status">
        {words === ''
          ? ''
          : isNone
            ? TEXTS.state.findNone
            : TEXTS.state.findCount(at + 1, found.length, found.length >= MATCHES_MAX)}
      </span>
      {([-1, 1] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          aria-label={TEXTS.state.findStep(direction)}
          title={TEXTS.state.findStep(direction)}
          disabled={found.length === 0}
          onClick={() => onStep(direction)}
        >
          <Icon name={direction === 1 ? 'down' : 'up'} />
        </button>
      ))}
    </div>
  );
}

interface FindBoxProps {
  readonly words: string;
  readonly found: readonly string[];
  /** -1 for none. */
  readonly at: number;
  onWords(words: string): void;
  onStep(direction: 1 | -1): void;
}

/** Searches once per text. */
function searchIn(state: Json): (words: string) => readonly string[] {
  let last = { words: '', found: findInJson(state, '') };
  return (words) => {
    if (words !== last.words) last = { words, found: findInJson(state, words) };
    return last.found;
  };
}

export function StateTree({ threadId, state, highlights }: StateTreeProps) {
  const workspace = useWorkspace();
  const session = useSession();
  const tree = treeOf(session);
  const words = useSignal('');
  const openMenu = useContextMenu();
  const box = useRef<HTMLDivElement>(null);
  const search = useMemo(() => searchIn(state), [state]);
  const found = search(words.value);
  const foundSet = useMemo(() => new Set(found), [found]);
  // A group row stands for the value around it.
  const pointer = tree.active.value.replace(/^\d+/, '');
  const at = found.indexOf(pointer);
  const go = (index: number) => {
    const target = found[(index + found.length) % found.length];
    if (target !== undefined) reveal(tree, state, target);
  };

  const { isHistoryOpen } = workspace.settings.values.value;
  const strip = <ValueStrip chosen={{ threadId, pointer, value: valueAt(state, pointer) }} />;
  return (
    <>
      <FindBox
        words={words.value}
        found={found}
        at={at}
        onWords={(text) => {
          words.value = text;
          const [first] = search(text);
          if (first !== undefined) reveal(tree, state, first);
        }}
        onStep={(direction) => go(at < 0 ? (direction === 1 ? 0 : -1) : at + direction)}
      />
      <Panes
        name="history"
        isStacked
        {...(isHistoryOpen && { share: 0.65 })}
        first={
          <div class="state-tree" ref={box}>
            <JsonTree
              label={TEXTS.viewNames.state}
              value={state}
              fill
              depth={2}
              state={tree}
              highlights={highlights}
              found={foundSet}
              onMenu={(event, about, at) =>
                openMenu(
                  event,
                  {
                    label: TEXTS.state.valueMenu,
                    items: stateMenu({
                      workspace,
                      pointer: about,
                      value: valueAt(state, about),
                      onWho: () => workspace.settings.change({ isHistoryOpen: true }),
                    }),
                  },
                  at,
                )
              }
            />
          </div>
        }
        second={isHistoryOpen ? strip : null}
      />
      {!isHistoryOpen && strip}
    </>
  );
}
