// The worker that reads and writes files for the panel.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { asInlineScript } from '@/lib/files/html-report';
import type { ReportParts } from '@/lib/files/types';
import { createServer } from '@/lib/work/serve';
import type { Order } from '@/lib/work/types';

async function textOf(path: string): Promise<string> {
  return (await fetch(path)).text();
}

/** The panel as one script, from the extension's own files. */
async function loadReport(): Promise<ReportParts> {
  const script = asInlineScript(await textOf('/report.js'));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  const hash = `sha256-${btoa(String.fromCharCode(...digest))}`;
  return { script, style: await textOf('/assets/report.css'), hash };
}

export default defineUnlistedScript(() => {
  const serve = createServer((report) => postMessage(report), loadReport);
  addEventListener('message', ({ data }: MessageEvent<Order>) => serve(data));
});
