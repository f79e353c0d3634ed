// The selected value of the state: path, value, last writer, previous value.

import { useEffect, useMemo } from 'preact/hooks';
import { formatMs, formatSize } from '@/lib/core/json/format';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { jsonLength } from '@/lib/core/json/json-length';
import { preview } from '@/lib/core/json/preview';
import { startMsOf } from '@/lib/core/metrics/start';
import type { StateWriter } from '@/lib/core/model/queries/blame';
import type { Session } from '@/lib/panel/session';
import { createWriterFinder, type DescribedWriter, type WriterFinder } from '@/lib/panel/writer-finder';
import { useSession, useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { stateMenu } from '../menus/state-menu';
import { ChangedValue, DifferenceValue, DiffSign } from '../shared/difference-list';
import { SeqLink } from '../shared/seq-link';
import { asPath, asTitle } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { keysOf } from '../ui/json-rows';
import { MenuButton } from '../ui/menu';
import { Progress } from '../ui/progress';

/** Number of writers searched at first, and with each click on "older". */
const HISTORY = 8;

const CHANGES_SHOWN = 3;

interface StateValue {
  readonly threadId: string;
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** The search for the writers of a value as of the cursor; stops with the component. */
export function useWriters({ threadId, pointer }: Omit<StateValue, 'value'>, count: number): WriterFinder {
  const session: Session = useSession();
  const seq = session.cursor.seq.value;
  const perspective = session.models.perspective.value;
  const finder = useMemo(
    () => createWriterFinder(session, { threadId, pointer, seq }, count),
    [session, threadId, pointer, seq, perspective, count],
  );
  useEffect(() => finder.cancel, [finder]);
  return finder;
}

/** Length of the previous value on screen and in its tooltip, characters. */
const WAS = 40;
const WAS_WHOLE = 400;

function kindOf(value: Json | undefined): string {
  if (value === undefined) return TEXTS.state.valueGone;
  if (Array.isArray(value)) return TEXTS.state.valueKinds.array(value.length);
  if (isJsonObject(value)) return TEXTS.state.valueKinds.object(keysOf(value).length);
  if (typeof value === 'string') return TEXTS.state.valueKinds.string(value.length);
  return value === null ? 'null' : typeof value;
}

export function WriterLink({ writer }: { writer: StateWriter }) {
  const { log } = useSession();
  const { seq, via } = writer;
  return (
    <SeqLink seq={seq}>
      #{seq} {via === 'request' || via === 'run' ? TEXTS.state.writer[via] : log.typeOf(seq)}
    </SeqLink>
  );
}

function WriterFacts({ writer }: { writer: StateWriter }) {
  const { log, summaries, names } = useSession();
  const run = summaries.runOf(writer.seq);
  const time = formatMs(log.timeMsOf(writer.seq) - startMsOf(log));
  return (
    <span class="dim writer-facts">
      {run !== undefined && `${names.run(run)} · `}
      {TEXTS.state.atTime(time)}
    </span>
  );
}

export function SearchState({ finder, count }: { finder: WriterFinder; count: number }) {
  const seq = useSession().cursor.seq.value;
  const { isSearching, isDone, searchedTo } = finder.view.value;
  if (isDone) return null;
  return isSearching ? (
    <Progress
      text={TEXTS.state.searchingWriter(searchedTo)}
      share={1 - searchedTo / Math.max(seq, 1)}
      onCancel={finder.cancel}
    />
  ) : (
    <button type="button" class="link" onClick={() => finder.more(count)}>
      {TEXTS.state.searchOn}
    </button>
  );
}

function WriterChange({ writer: { before, after, changes } }: { writer: DescribedWriter }) {
  if (changes === undefined) return <ChangedValue before={before} after={after} />;
  return (
    <span class="writer-changes">
      {changes.slice(0, CHANGES_SHOWN).map((difference) => (
        <span key={`${difference.kind} ${difference.pointer}`} class={`diff-${difference.kind}`}>
          <DiffSign kind={difference.kind} />
          <code>{asPath(difference.pointer)}</code> <DifferenceValue difference={difference} />
        </span>
      ))}
      {changes.length > CHANGES_SHOWN && <span class="dim">{TEXTS.state.andMore}</span>}
    </span>
  );
}

function History({ finder, pointer }: { finder: WriterFinder; pointer: string }) {
  const { writers, isDone, isSearching } = finder.view.value;
  return (
    <ol class="value-history" aria-label={TEXTS.state.historyOf(asPath(pointer))}>
      {writers.map((writer) => (
        <li key={writer.seq}>
          <WriterLink writer={writer} /> <WriterFacts writer={writer} /> <WriterChange writer={writer} />
        </li>
      ))}
      <li>
        {isSearching ? (
          <SearchState finder={finder} count={HISTORY} />
        ) : isDone ? (
          <span class="dim">{writers.length === 0 ? TEXTS.state.neverWritten : TEXTS.state.noOlder}</span>
        ) : (
          <button type="button" class="link" onClick={() => finder.more(HISTORY)}>
            {TEXTS.state.older}
          </button>
        )}
      </li>
    </ol>
  );
}

export function ValueStrip({ chosen }: { chosen: StateValue }) {
  const workspace = useWorkspace();
  const { settings } = workspace;
  const { pointer, value } = chosen;
  const open = settings.values.value.isHistoryOpen;
  const finder = useWriters(chosen, open ? HISTORY : 1);
  const [newest] = finder.view.value.writers;
  const size = useMemo(
    () => (typeof value === 'object' && value !== null ? formatSize(jsonLength(value)) : ''),
    [value],
  );
  const kind = [kindOf(value), size].filter(Boolean).join(', ');
  return (
    <section class="value-strip" aria-label={TEXTS.state.chosenValue} data-find="details">
      <div class="value-line">
        <code class="value-pointer" title={asTitle(pointer)}>
          {asPath(pointer)}
        </code>
        <span class="dim value-kind" title={kind}>
          {kind}
        </span>
        <span class="value-writer">
          {newest === undefined ? (
            finder.view.value.isDone ? (
              <span class="dim">{TEXTS.state.neverWritten}</span>
            ) : (
              <SearchState finder={finder} count={HISTORY} />
            )
          ) : (
            <>
              <span class="dim written-by">{TEXTS.state.writtenBy} </span>
              <WriterLink writer={newest} /> <WriterFacts writer={newest} />{' '}
              {!open && newest.before !== undefined && (
                <span class="value-was" title={preview(newest.before, WAS_WHOLE)}>
                  {TEXTS.state.was(preview(newest.before, WAS))}
                </span>
              )}
            </>
          )}
        </span>
        <span class="spring" />
        <button type="button" class="copy-path" onClick={() => void copyText(workspace, pointer)}>
          {TEXTS.state.copyPath}
        </button>
        <button type="button" aria-expanded={open} onClick={() => settings.change({ isHistoryOpen: !open })}>
          <span aria-hidden="true">{open ? '▾' : '▸'}</span> {TEXTS.state.history}
        </button>
        <MenuButton label={TEXTS.state.valueMenu} items={() => stateMenu(workspace, pointer, value).items}>
          ⋯
        </MenuButton>
      </div>
      {open && <History finder={finder} pointer={pointer} />}
    </section>
  );
}
