// The panel as one script, from the extension's own files, for a report.
import { browser } from 'wxt/browser';
import { asInlineScript } from '@/lib/core/files/html-report';
import type { ReportParts } from '@/lib/core/files/types';
import { toBase64 } from '@/lib/messages/base64';

function read(path: string): Promise<string> {
  // A built file, which the types of our own paths do not list.
  return fetch(browser.runtime.getURL(path as never)).then((file) => file.text());
}

/** Reads both files, and says what the script's hash is. */
export async function reportParts(): Promise<ReportParts> {
  const [text, style] = await Promise.all([read('/report.js'), read('/assets/report.css')]);
  const script = asInlineScript(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  return { script, style, hash: `sha256-${toBase64(digest)}` };
}
