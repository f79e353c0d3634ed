import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/panel/file-worker/serve';
import { serveWriting } from '@/lib/panel/file-worker/serve-writing';
import type { Order } from '@/lib/panel/file-worker/types';

export default defineUnlistedScript(() => {
  const serve = createServer({ write: serveWriting }, (report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
