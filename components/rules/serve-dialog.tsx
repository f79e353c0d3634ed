// The editor of events that are served to the page: those of the run at the cursor, or an example.
import { useState } from 'preact/hooks';
import type { Run } from '@/lib/core/model/types';
import type { Session } from '@/lib/panel/session';
import { useSession, useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { checkEvents } from './check-event';
import { JsonEditor } from './json-editor';
import { serveEvents } from './make-rules';

const words = TEXTS.rules;

/** Longer runs are served as they are, or by a rule that changes their events. */
const EVENTS_MAX = 1000;

const EXAMPLE = [
  { type: 'RUN_STARTED', threadId: 'thread', runId: 'run' },
  { type: 'TEXT_MESSAGE_START', messageId: 'message', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'message', delta: 'Hello.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'message' },
  { type: 'RUN_FINISHED', threadId: 'thread', runId: 'run' },
];

const isOf = (run: Run, seq: number): boolean =>
  run.startSeq !== undefined && run.startSeq <= seq && seq <= (run.lastSeq ?? run.startSeq);

/** Events of the run at the cursor. */
function eventsAtCursor({ models, cursor, log }: Session): readonly unknown[] {
  const run = [...models.newest().runs].findLast((each) => isOf(each, cursor.seq.value));
  const { startSeq = 0, lastSeq = -1 } = run ?? {};
  if (run === undefined || lastSeq - startSeq >= EVENTS_MAX) return EXAMPLE;
  const events: unknown[] = [];
  for (let seq = startSeq; seq <= lastSeq; seq++) {
    const logged = log.at(seq);
    if (logged?.event && run.streams.includes(logged.stream)) events.push(logged.original ?? logged.event);
  }
  return events;
}

/** An array with a line for each element. */
const inLines = (events: readonly unknown[]): string =>
  `[\n${events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')}\n]`;

export function ServeDialog() {
  const workspace = useWorkspace();
  const session = useSession();
  const [text, setText] = useState(() => inLines(eventsAtCursor(session)));
  const check = checkEvents(text);
  return (
    <Dialog label={words.serveTitle} class="held" onClose={() => (workspace.dialog.value = undefined)}>
      <h2>{words.serveTitle}</h2>
      <p class="dim">{words.serveHowTo}</p>
      <JsonEditor
        id="serve-check"
        label={words.serveText}
        rows={14}
        text={text}
        check={check}
        onText={setText}
      />
      <div class="dialog-buttons">
        <button type="button" onClick={() => (workspace.dialog.value = undefined)}>
          {TEXTS.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={check.events === undefined}
          onClick={() => serveEvents(workspace, check.events ?? [])}
        >
          {check.isValid ? words.serveValid : words.serveInvalid}
        </button>
      </div>
    </Dialog>
  );
}
