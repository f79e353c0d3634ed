// The worker that writes files for the panel.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/panel/worker/serve';
import { serveWriting } from '@/lib/panel/worker/serve-writing';
import type { Order } from '@/lib/panel/worker/types';

export default defineUnlistedScript(() => {
  const serve = createServer({ write: serveWriting }, (report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
