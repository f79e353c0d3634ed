// A redacted session as a source for formats.
import { chosenDialect } from '@/lib/core/files/annotations';
import { lazySourceOf } from '@/lib/core/files/log-source';
import { readLog } from '@/lib/core/files/read-log';
import type { WriteSource } from '@/lib/core/files/types';
import type { Log } from '@/lib/core/log/log';
import { isUnchanged, type RedactionOptions, redact, type SessionParts } from '@/lib/core/redact/redact';

interface RedactedSource {
  readonly source: WriteSource;
  readonly replaced: number;
  readonly unused: readonly string[];
}

/** Redacts a session, and reads it again with the dialects chosen by hand. */
export function redactedSource(
  session: SessionParts,
  options: RedactionOptions,
  origin?: string,
): RedactedSource {
  // An unchanged session may be larger than memory.
  const whole = { annotations: {}, ...session, replaced: 0, unused: [] };
  const { batches, annotations, replaced, unused } = isUnchanged(options) ? whole : redact(session, options);
  let log: Log | undefined;
  const logOf = (): Log => {
    log ??= readLog(batches, { dialect: ({ key }) => chosenDialect(annotations, key) });
    return log;
  };
  const about = { annotations, ...(origin !== undefined && { origin }) };
  return { source: lazySourceOf(logOf, () => batches, about), replaced, unused };
}
