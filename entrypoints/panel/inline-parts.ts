// Script and style of the panel, as a report contains them.
import { asInlineScript } from '@/lib/core/files/html-report';
import type { ReportParts } from '@/lib/core/files/types';
import { toBase64 } from '@/lib/messages/base64';

/** Escapes the script and hashes it for the policy of the report. */
export async function toReportParts(text: string, style: string): Promise<ReportParts> {
  const script = asInlineScript(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  return { script, style, hash: `sha256-${toBase64(digest)}` };
}
