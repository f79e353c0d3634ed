// Editor of events to serve to the page: those of the run at the cursor, or an example.
import { useMemo } from 'preact/hooks';
import type { Session } from '@/lib/panel/session';
import { useSession, useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { checkEvents } from './check-event';
import { JsonEditor, useEventDraft } from './json-editor';
import { serveEvents } from './make-rules';

const words = TEXTS.rules;

/** Maximum length of the events that the editor begins with, UTF-16 units. */
const LENGTH_MAX = 256 * 1024;

const EXAMPLE = [
  { type: 'RUN_STARTED', threadId: 'thread', runId: 'run' },
  { type: 'TEXT_MESSAGE_START', messageId: 'message', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'message', delta: 'Hello.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'message' },
  { type: 'RUN_FINISHED', threadId: 'thread', runId: 'run' },
];

/** Events of the run at the cursor; undefined without a run, or if they are too long to edit. */
function eventsAtCursor({ cursor, log, summaries }: Session): readonly unknown[] | undefined {
  const run = summaries.runOf(cursor.seq.peek());
  if (run === undefined) return undefined;
  const events: unknown[] = [];
  let length = 0;
  for (const seq of summaries.seqsOf(run)) {
    length += log.lengthOf(seq);
    if (length > LENGTH_MAX) return undefined;
    const logged = log.at(seq);
    if (logged?.event) events.push(logged.original ?? logged.event);
  }
  return events;
}

const inLines = (events: readonly unknown[]): string =>
  `[\n${events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')}\n]`;

export function ServeDialog() {
  const workspace = useWorkspace();
  const session = useSession();
  const events = useMemo(() => eventsAtCursor(session), []);
  const run = session.summaries.runOf(session.cursor.seq.peek());
  const { text, onText, forget } = useEventDraft(`serve ${run?.index}`, () => inLines(events ?? EXAMPLE));
  const check = useMemo(() => checkEvents(text), [text]);
  return (
    <Dialog label={words.serveTitle} class="held" onClose={() => (workspace.dialog.value = undefined)}>
      <h2>{words.serveTitle}</h2>
      <p class="dim">
        {words.serveHowTo} {events === undefined && words.serveExample}
      </p>
      <JsonEditor id="serve-check" label={words.serveText} text={text} check={check} onText={onText} />
      <div class="dialog-buttons">
        <button
          type="button"
          onClick={() => {
            forget();
            workspace.dialog.value = undefined;
          }}
        >
          {TEXTS.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={check.events === undefined}
          onClick={() => {
            forget();
            serveEvents(workspace, check.events ?? []);
          }}
        >
          {check.isValid ? words.serveValid : words.serveInvalid}
        </button>
      </div>
    </Dialog>
  );
}
