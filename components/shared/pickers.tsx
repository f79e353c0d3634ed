// Pickers of the thread, the client and the perspective of the views.
import type { Reader } from '@/lib/core/consumers/consumer';
import { consumers, findConsumer, readerOf, siteOf } from '@/lib/core/consumers/consumers';
import type { Stream } from '@/lib/core/log/types';
import { threadIn } from '@/lib/core/model/queries/blame';
import type { Model, Thread } from '@/lib/core/model/types';
import type { Names } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { newestOf } from './newest-items';
import { asTitle } from './text-limits';

export function useThread(): Thread | undefined {
  const { models, choices } = useSession();
  return threadOf(models.current.value, choices.thread.value);
}

export function threadOf(model: Model, chosen: string | undefined): Thread | undefined {
  const thread = chosen === undefined ? undefined : threadIn(model, chosen);
  return thread ?? model.threads.at(model.current);
}

const SHOWN = 200;

function shownOf(model: Model, chosen: string | undefined): readonly Thread[] {
  const shown = newestOf(model.threads, SHOWN);
  const thread = chosen === undefined ? undefined : threadIn(model, chosen);
  return thread === undefined || shown.includes(thread) ? shown : [thread, ...shown];
}

/** Threads by name; equal names with ids. */
function namesOfThreads(threads: readonly Thread[], names: Names): readonly (readonly [string, string])[] {
  const called = threads.map((thread) => [thread.threadId, names.thread(thread)] as const);
  const counts = new Map<string, number>();
  for (const [, name] of called) counts.set(name, (counts.get(name) ?? 0) + 1);
  return called.map(([id, name]) => [id, (counts.get(name) ?? 0) > 1 ? `${name} · ${names.id(id)}` : name]);
}

export function ThreadPicker() {
  const { models, choices, names } = useSession();
  const model = models.current.value;
  const thread = useThread();
  if (model.threads.length < 2 || thread === undefined) return null;
  const shown = shownOf(model, choices.thread.value);
  const earlier = model.threads.length - shown.length;
  const named = namesOfThreads(shown, names);
  const there = model.threads.at(model.current) ?? thread;
  const [, name = names.thread(there)] = named.find(([id]) => id === there.threadId) ?? [];
  return (
    <label class="picker thread-picker">
      <span class="picker-name">{TEXTS.threadPicker}</span>{' '}
      <select
        value={choices.thread.value ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          choices.thread.value = value === '' ? undefined : value;
        }}
      >
        <option value="">{TEXTS.threadAtCursor(name)}</option>
        {earlier > 0 && <option disabled>{TEXTS.earlierItems(earlier)}</option>}
        {named.map(([threadId, text]) => (
          <option key={threadId} value={threadId} title={asTitle(threadId)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function evidenceOf({ consumer, evidence }: Reader): string {
  return TEXTS.reader.title(consumer.name, evidence);
}

/** Chooses the client for all streams of the site. */
export function ReaderPicker({ stream }: { stream: Stream }) {
  const workspace = useWorkspace();
  const { annotations, models } = useSession();
  const site = siteOf(stream);
  const chosen = annotations.consumers[site];
  return (
    <select
      aria-label={TEXTS.reader.label}
      title={evidenceOf(models.readers(stream))}
      value={chosen ?? ''}
      onChange={(event) => {
        void workspace.readFor(site, findConsumer(event.currentTarget.value)?.id);
      }}
    >
      <option value="">{TEXTS.reader.found(readerOf(stream).consumer.name)}</option>
      {consumers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Messages and state as sent by the server or as seen by the app. Unknown clients have no app perspective. */
export function PerspectivePicker() {
  const { models } = useSession();
  const { perspective } = models;
  const thread = useThread();
  const reader = thread && models.readerOf(thread);
  const isUnknown = reader !== undefined && reader.profile === undefined;
  const isApp = perspective.value === 'app';
  return (
    <label class="picker">
      <span class="picker-name">{TEXTS.viewAs}</span>{' '}
      <select
        aria-label={TEXTS.viewAs}
        title={reader === undefined ? TEXTS.viewAs : evidenceOf(reader)}
        value={perspective.value}
        onChange={(event) => {
          perspective.value = event.currentTarget.value === 'app' ? 'app' : 'server';
        }}
      >
        <option value="server">{TEXTS.asServer}</option>
        <option value="app" disabled={isUnknown}>
          {isUnknown ? TEXTS.asUnknown : TEXTS.asApp(reader?.consumer.name)}
        </option>
      </select>
      {isUnknown && isApp && <span class="dim">{TEXTS.reader.notPredicted}</span>}
    </label>
  );
}
