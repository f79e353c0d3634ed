// A worker for one task.
import { messageOf } from '@/lib/core/json/reason';
import type { Order, ReadTask, Report, Serve, WriteTask } from '@/lib/panel/file-worker/types';

/** Functions that start tasks: a worker for reading does not load the code for writing. */
interface Tasks {
  readonly read?: (task: ReadTask, report: (report: Report) => void) => Serve;
  readonly write?: (task: WriteTask, report: (report: Report) => void) => Serve;
}

/** Serves one task; failures are reported as one sentence. */
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
