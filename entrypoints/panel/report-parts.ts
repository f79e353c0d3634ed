// The panel as one script, from the extension's own files, for a report.
import { browser } from 'wxt/browser';
import type { ReportParts } from '@/lib/core/files/types';
import { toReportParts } from './inline-parts';

function read(path: string): Promise<string> {
  // A built file, which the types of our own paths do not list.
  return fetch(browser.runtime.getURL(path as never)).then((file) => file.text());
}

export async function reportParts(): Promise<ReportParts> {
  const [text, style] = await Promise.all([read('/report.js'), read('/assets/report.css')]);
  return toReportParts(text, style);
}
