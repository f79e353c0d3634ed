// The worker that reads files for the panel.
import './panel/no-code';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/work/serve';
import { serveReading } from '@/lib/work/serve-reading';
import type { Order } from '@/lib/work/types';

export default defineUnlistedScript(() => {
  const serve = createServer({ read: serveReading }, (report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
