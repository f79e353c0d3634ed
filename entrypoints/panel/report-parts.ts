// The panel as one script for a report, made from the files of the extension.
import { browser } from 'wxt/browser';
import type { ReportParts } from '@/lib/core/files/types';
import { toReportParts } from './inline-parts';

function read(path: string): Promise<string> {
  // A built file, missing in the types of paths.
  return fetch(browser.runtime.getURL(path as never)).then((file) => file.text());
}

export async function reportParts(): Promise<ReportParts> {
  const [text, style] = await Promise.all([read('/report.js'), read('/assets/report.css')]);
  return toReportParts(text, style);
}
