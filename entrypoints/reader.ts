import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/panel/file-worker/serve';
import { serveReading } from '@/lib/panel/file-worker/serve-reading';
import type { Order } from '@/lib/panel/file-worker/types';

export default defineUnlistedScript(() => {
  const serve = createServer({ read: serveReading }, (report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
