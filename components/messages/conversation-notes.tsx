// Effect of the event at the cursor on the conversation: snapshot, request, or a custom event with a user interface.

import type { Message } from '@ag-ui/core';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { textOfContent } from '@/lib/core/agui/content-part';
import { uiSpecOf } from '@/lib/core/agui/ui-payload';
import { differences } from '@/lib/core/json/diff';
import { formatNumber } from '@/lib/core/json/format';
import { type Json, stringOrEmpty } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { isSentByUser } from '@/lib/core/log/create-stream';
import { messageOfThread } from '@/lib/core/model/queries/lookup';
import { type SnapshotEffect, snapshotEffect } from '@/lib/core/model/queries/snapshot-effect';
import type { MessageEntry, Run, Thread } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { DifferenceList } from '../shared/difference-list';
import { threadOf } from '../shared/pickers';
import { asTitle } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';
import { contentOf, jsonOf } from './message-json';

const LISTED = 100;
const LINE_MAX = 160;

/** Undefined for other events, and for those of another thread. */
export function useSnapshotEffect(thread: Thread | undefined): SnapshotEffect | undefined {
  const { cursor, log, models } = useSession();
  const seq = cursor.seq.value;
  const isSnapshot = cursor.at.value !== 'live' && log.typeOf(seq) === 'MESSAGES_SNAPSHOT';
  const before = isSnapshot ? threadOf(models.around.value.before, thread?.threadId) : undefined;
  return useMemo(() => {
    if (!isSnapshot || thread === undefined) return undefined;
    const old = before?.threadId === thread.threadId ? before.messages : [];
    if (old === thread.messages) return undefined;
    return snapshotEffect(log.at(seq)?.event?.['messages'], old, thread.messages);
  }, [isSnapshot, thread, before, seq]);
}

function jsonIn(entry: MessageEntry | undefined): Json | undefined {
  return entry && jsonOf(entry.message);
}

function Line({ message, children }: { message: Message; children?: ComponentChildren }) {
  const { names } = useSession();
  const text = textOfContent(contentOf(message));
  return (
    <li>
      <span class={`role role-${message.role}`}>{message.role}</span> <code>{names.id(message.id)}</code>{' '}
      {children ?? <span class="dim">{cut(text, LINE_MAX)}</span>}
    </li>
  );
}

function RenamedTo({ id }: { id: string }) {
  return <code title={asTitle(id)}>{useSession().names.id(id)}</code>;
}

function Kind<T>(props: {
  name: string;
  isOpen: boolean;
  items: readonly T[];
  item(item: T, index: number): ComponentChildren;
}) {
  const { name, items, isOpen } = props;
  if (items.length === 0) return null;
  return (
    <Fold isOpen={isOpen} summary={`${name} (${formatNumber(items.length)})`}>
      {() => (
        <ul class="effect">
          {items.slice(0, LISTED).map(props.item)}
          {items.length > LISTED && <li class="dim">{TEXTS.more(items.length - LISTED)}</li>}
        </ul>
      )}
    </Fold>
  );
}

const line = (entry: MessageEntry, index: number) => <Line key={index} message={entry.message} />;

export function SnapshotNote({ effect, seq }: { effect: SnapshotEffect; seq: number }) {
  const words = TEXTS.messages.snapshot;
  const { kept, replaced, appended, dropped, renamed, survived, moved } = effect;
  return (
    <section class="note-box" aria-label={words.title(seq)} key={seq}>
      <h2>{words.title(seq)}</h2>
      <Kind name={words.dropped} isOpen items={dropped} item={line} />
      <Kind
        name={words.renamed}
        isOpen
        items={renamed}
        item={({ from, to }, index) => (
          <Line key={index} message={from.message}>
            <span aria-hidden="true">→</span>
            <span class="spoken">{words.nowCalled}</span> <RenamedTo id={to} />
          </Line>
        )}
      />
      <Kind
        name={words.replaced}
        isOpen
        items={replaced}
        item={({ before, after }, index) => (
          <Line key={index} message={after.message}>
            <DifferenceList differences={differences(jsonOf(before.message), jsonOf(after.message))} />
          </Line>
        )}
      />
      <Kind name={words.appended} isOpen items={appended} item={line} />
      <Kind name={words.moved} isOpen items={moved} item={line} />
      <Kind name={words.survived} isOpen={false} items={survived} item={line} />
      <Kind name={words.kept} isOpen={false} items={kept} item={line} />
    </section>
  );
}

/** Note on the conversation of a run that the user sent from AG-UI Lens; the page does not know it. */
export function SentNote({ thread }: { readonly thread: Thread }) {
  const run = useSession().models.current.value.runs.at(thread.runs.at(-1) ?? -1);
  if (run === undefined || !isSentByUser(run.stream)) return null;
  return (
    <p class="bar bar-warning" role="status">
      <span>{TEXTS.runFrom.conversation}</span>
    </p>
  );
}

/** Origin of the earlier messages of a run that the page joined again. */
export function HistoryNote({ thread }: { thread: Thread }) {
  const { runs } = useSession().models.current.value;
  const run = runs.at(thread.runs.at(-1) ?? -1);
  if (run?.history === undefined) return null;
  const text = TEXTS.messages.history[run.history];
  return (
    <p class="bar" role="note">
      <span title={text}>{text}</span>
    </p>
  );
}

/** Messages that the request of the run at the cursor removed or changed. */
export function RequestNotes({ thread }: { thread: Thread }) {
  const { cursor, models, names } = useSession();
  if (cursor.at.value === 'live') return null;
  const seq = cursor.seq.value;
  const run = newestRunAt(models.current.value.runs, thread, seq);
  if (run?.requestNote === undefined) return null;
  const { droppedIds, changedIds, movedIds } = run.requestNote;
  if (droppedIds.length + changedIds.length + movedIds.length === 0) return null;
  const old = threadOf(models.around.value.before, thread.threadId);
  const found = (ids: readonly string[], there: Thread | undefined) =>
    ids.flatMap((id) => messageOfThread(there, id) ?? []);
  return (
    <section class="note-box" aria-label={TEXTS.messages.snapshot.request(names.run(run))}>
      <h2>{TEXTS.messages.snapshot.request(names.run(run))}</h2>
      <Kind name={TEXTS.messages.snapshot.dropped} isOpen items={found(droppedIds, old)} item={line} />
      <Kind name={TEXTS.messages.snapshot.moved} isOpen items={found(movedIds, thread)} item={line} />
      <Kind
        name={TEXTS.messages.snapshot.replaced}
        isOpen
        items={found(changedIds, thread)}
        item={(entry, index) => (
          <Line key={index} message={entry.message}>
            <DifferenceList
              differences={differences(jsonIn(messageOfThread(old, entry.message.id)), jsonOf(entry.message))}
            />
          </Line>
        )}
      />
    </section>
  );
}

function newestRunAt(
  runs: { at(index: number): Run | undefined },
  { runs: indexes }: Thread,
  seq: number,
): Run | undefined {
  for (let i = indexes.length - 1; i >= 0; i--) {
    const run = runs.at(indexes.at(i) ?? -1);
    if (run?.startSeq === seq) return run;
    if (run?.startSeq !== undefined && run.startSeq < seq) return undefined;
  }
  return undefined;
}

/** User interface in a custom event: not a message, but shown to the user. */
export function CustomUiNote() {
  const { cursor, log } = useSession();
  const seq = cursor.seq.value;
  if (cursor.at.value === 'live' || log.typeOf(seq) !== 'CUSTOM') return null;
  const { name, value } = log.at(seq)?.event ?? {};
  const spec = uiSpecOf(stringOrEmpty(name), value);
  if (spec === undefined || value === undefined) return null;
  const title = TEXTS.messages.customUi(String(name), spec);
  return (
    <section class="note-box" aria-label={title}>
      <h2>{title}</h2>
      <ValueTree label={title} value={value} depth={1} />
    </section>
  );
}
