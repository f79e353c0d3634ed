// A redacted session as something that formats can write.
import { chosenDialect } from '@/lib/files/annotations';
import { sourceOf } from '@/lib/files/log-source';
import { readLog } from '@/lib/files/read-log';
import type { WriteSource } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';
import { type RedactOptions, redact, type SessionParts } from '@/lib/redact/redact';

/** What leaves. */
export interface RedactedSource {
  readonly source: WriteSource;
  readonly log: Log;
  /** How many different values were replaced. */
  readonly replaced: number;
}

/** Redacts a session, and reads it again in the dialects that were chosen by hand. */
export function redactedSource(
  session: SessionParts,
  options: RedactOptions,
  origin?: string,
): RedactedSource {
  const { batches, annotations, replaced } = redact(session, options);
  const log = readLog(batches, { dialect: ({ key }) => chosenDialect(annotations, key) });
  const about = { annotations, ...(origin !== undefined && { origin }) };
  return { source: sourceOf(log, () => batches, about), log, replaced };
}
