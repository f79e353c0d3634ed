// The worker that reads and writes files for the panel.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/work/serve';
import type { Order } from '@/lib/work/types';

export default defineUnlistedScript(() => {
  const serve = createServer((report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
