// A worker: takes one task, and reports.
import { messageOf } from '@/lib/agui/reason';
import type { Order, ReadTask, Report, Serve, WriteTask } from '@/lib/work/types';

/** How tasks are begun: a worker that only reads has none of what the other needs. */
interface Tasks {
  readonly read?: (task: ReadTask, report: (report: Report) => void) => Serve;
  readonly write?: (task: WriteTask, report: (report: Report) => void) => Serve;
}

/** Serves one task: takes orders, and reports. What goes wrong is reported, in one sentence. */
export function createServer(tasks: Tasks, report: (report: Report) => void): (order: Order) => void {
  let serve: Serve | undefined;
  const answer = async (order: Order): Promise<void> => {
    if (order.kind === 'begin') {
      const { task } = order;
      serve = task.kind === 'read' ? tasks.read?.(task, report) : tasks.write?.(task, report);
    } else await serve?.(order);
  };
  return (order) => {
    answer(order).catch((error: unknown) => report({ kind: 'failed', reason: messageOf(error) }));
  };
}
