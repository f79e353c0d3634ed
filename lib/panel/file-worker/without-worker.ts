// Runs a worker's task in the page: reports and other web pages have no worker scripts.
import { createServer } from '@/lib/panel/file-worker/serve';
import { serveReading } from '@/lib/panel/file-worker/serve-reading';
import { serveWriting } from '@/lib/panel/file-worker/serve-writing';
import type { Report, StartWorker } from '@/lib/panel/file-worker/types';

export const startHere: StartWorker = () => {
  let onReport: (report: Report) => void = () => {};
  let isEnded = false;
  const tasks = { read: serveReading, write: serveWriting };
  const serve = createServer(tasks, (report) => queueMicrotask(() => !isEnded && onReport(report)));
  return {
    post: (order) => queueMicrotask(() => !isEnded && serve(order)),
    listen(listener) {
      onReport = listener;
    },
    end() {
      isEnded = true;
    },
  };
};
