// Preview of a file: the conversation and the event list as the recipient sees them, and the first part of the file.
import { useSignal } from '@preact/signals';
import type { SessionPreview } from '@/lib/core/files/session-preview';
import { formatSize } from '@/lib/core/json/format';
import type { WrittenFile } from '@/lib/panel/file-worker/types';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';
import { Tabs, tabId } from '../ui/tabs';

const words = TEXTS.export;
const PANEL = 'export-preview';

type PreviewTab = keyof typeof words.views;
const VIEWS: readonly PreviewTab[] = ['conversation', 'events'];

export function ExportPreview({ file }: { file: WrittenFile & { readonly name: string } }) {
  const { blob, start, replaced, skipped, examined, name } = file;
  const chosen = useSignal<PreviewTab | undefined>(undefined);
  const size = formatSize(blob.size);
  const { events = 0, streams = 0, preview } = examined ?? {};
  const view = chosen.value ?? (preview?.messages.length === 0 ? 'events' : 'conversation');
  return (
    <>
      <p class="export-facts">{words.facts({ events, streams, replaced, skipped, size })}</p>
      {preview !== undefined && (
        <>
          <Tabs
            label={words.preview}
            tabs={VIEWS.map((id) => ({ id, label: words.views[id] }))}
            selected={view}
            onSelect={(id) => (chosen.value = VIEWS.find((each) => each === id))}
            panel={PANEL}
          />
          <div
            id={PANEL}
            class="export-preview"
            role="tabpanel"
            aria-labelledby={tabId(PANEL, view)}
            tabIndex={0}
          >
            {view === 'conversation' ? <Conversation {...preview} /> : <Rows {...preview} />}
          </div>
        </>
      )}
      {start !== '' && (
        <Fold summary={words.file(name, size)}>
          {() => (
            <>
              {blob.size > new Blob([start]).size && <p class="dim">{words.fileCut}</p>}
              <pre class="export-start" role="region" aria-label={name} tabIndex={0}>
                {start}
              </pre>
            </>
          )}
        </Fold>
      )}
    </>
  );
}

function Conversation({ messages, isCut }: SessionPreview) {
  if (messages.length === 0) return <p class="dim">{words.noMessages}</p>;
  return (
    <ol>
      {messages.map(({ role, text, calls }, index) => (
        <li key={index} class={`role-${role}`}>
          <span class="role">{role}</span>
          {text !== '' && <p>{text}</p>}
          {calls.map((call, at) => (
            <code key={at}>{call}</code>
          ))}
        </li>
      ))}
      {isCut && <li class="dim">{words.more}</li>}
    </ol>
  );
}

function Rows({ rows, isCut }: SessionPreview) {
  return (
    <ol>
      {rows.map(({ seq, type, count, summary }) => (
        <li key={seq} class="export-row">
          <span class="dim">{seq}</span> {type}
          {count > 1 && ` ×${count}`} <span class="dim">{summary}</span>
        </li>
      ))}
      {isCut && <li class="dim">{words.more}</li>}
    </ol>
  );
}
