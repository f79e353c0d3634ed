// Events after the one that ended the run.
import { isEventType } from '@/lib/agui/events';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';
import type { RunStatus } from '@/lib/model/types';

const FINISHED: ReadonlySet<RunStatus | undefined> = new Set([
  'success',
  'interrupted',
  'cancelled',
] as const);

/** Anything but a new run after RUN_FINISHED or RUN_ERROR. */
export const eventAfterTerminal: Rule = {
  id: 'event-after-terminal',
  severity: 'error',
  needsHistory: true,
  stopsClient: true,
  summary: 'Nothing but a new RUN_STARTED may follow the end of a run; the stock client stops with an error.',
  spec: 'https://docs.ag-ui.com/concepts/events',
  before({ type, stream }, model) {
    if (!isEventType(type) || type === 'RUN_STARTED') return undefined;
    const { run: index, lastSeq } = streamView(model, stream);
    const run = index < 0 ? undefined : model.runs.at(index);
    // Only the first one: there the client stops.
    if (run === undefined || run.endSeq !== lastSeq) return undefined;
    const { status } = run;
    if (status === 'error') {
      return `${type} came after RUN_ERROR; the stock client stops, and the error's own text is lost to the app.`;
    }
    if (FINISHED.has(status) && type !== 'RUN_ERROR') {
      return `${type} came after RUN_FINISHED; the stock client stops with an error here.`;
    }
    return undefined;
  },
};
