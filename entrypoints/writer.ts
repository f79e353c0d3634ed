// The worker that writes files for the panel.
import './panel/no-code';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createServer } from '@/lib/work/serve';
import { serveWriting } from '@/lib/work/serve-writing';
import type { Order } from '@/lib/work/types';

export default defineUnlistedScript(() => {
  const serve = createServer({ write: serveWriting }, (report) => postMessage(report));
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
