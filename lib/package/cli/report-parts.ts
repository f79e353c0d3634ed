// The panel that a report holds, from the files beside the command line, or from those of a built extension.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asInlineScript } from '@/lib/core/files/html-report';
import type { ReportParts } from '@/lib/core/files/types';

const PLACES = [
  ['./report.js', './report.css'],
  ['../../../.output/chrome-mv3/report.js', '../../../.output/chrome-mv3/assets/report.css'],
] as const;

function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

/** The panel; undefined where there is none. */
export function reportParts(): ReportParts | undefined {
  for (const [scriptPath, stylePath] of PLACES) {
    const [text, style] = [read(scriptPath), read(stylePath)];
    if (text === undefined || style === undefined) continue;
    const script = asInlineScript(text);
    return { script, style, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
  }
  return undefined;
}
