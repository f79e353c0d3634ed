// The panel as one script, from the extension's own files, for a report.
import { browser } from 'wxt/browser';
import { asInlineScript } from '@/lib/files/html-report';
import type { ReportParts } from '@/lib/files/types';

/** Reads both files, and says what the script's hash is. */
export async function reportParts(): Promise<ReportParts> {
  const [scriptFile, styleFile] = await Promise.all([
    fetch(browser.runtime.getURL('/report.js' as never)),
    fetch(browser.runtime.getURL('/assets/report.css' as never)),
  ]);
  const script = asInlineScript(await scriptFile.text());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  const hash = `sha256-${btoa(String.fromCharCode(...digest))}`;
  return { script, style: await styleFile.text(), hash };
}
