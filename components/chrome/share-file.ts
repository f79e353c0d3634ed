// Makes the file that is shared: the part that was asked for, redacted, in a format. Loaded when the dialog opens.
import { formats } from '@/lib/files/formats';
import { runIdsOf, scopeBatches } from '@/lib/files/scope';
import type { Log } from '@/lib/log/log';
import type { Level } from '@/lib/redact/policy';
import { seedFrom } from '@/lib/redact/random';
import { redactedSource } from '@/lib/redact/redacted-source';
import { findSecrets, type SecretScan } from '@/lib/redact/secrets';
import type { Session } from '@/lib/session/session';
import { recordsOf } from '@/lib/session/source';
import { batchesAgain, storedAnnotations } from '../files';

/** The parts of a session that can be shared. */
export const SCOPES = ['all', 'run', 'runs', 'filter', 'event'] as const;
/** One of SCOPES. */
export type ScopeId = (typeof SCOPES)[number];

/** What is asked for. */
export interface ShareChoice {
  readonly format: string;
  readonly scope: ScopeId;
  readonly level: Level;
  readonly keep: readonly string[];
}

/** The file that would leave, or why there is none. */
export type ShareFile =
  | {
      readonly name: string;
      readonly mime: string;
      readonly parts: readonly string[];
      readonly length: number;
      readonly events: number;
      readonly streams: number;
      readonly replaced: number;
      /** Looked for where values leave as they are. */
      readonly secrets?: SecretScan;
    }
  | { readonly refused: string };

/** The ids of the runs that a scope names. */
export function scopeRuns(session: Session, scope: ScopeId): readonly string[] {
  if (scope === 'run') {
    const run = session.summaries.runOf(session.cursor.seq.peek());
    return run === undefined ? [] : [run.runId];
  }
  const { runs } = session.models.newest();
  return session.choices.compared.peek().flatMap((index) => runs.at(index)?.runId ?? []);
}

function wantedBy(session: Session, scope: ScopeId): ((seq: number) => boolean) | undefined {
  const { log, cursor, filter } = session;
  switch (scope) {
    case 'all':
      return undefined;
    case 'event': {
      const at = cursor.seq.peek();
      return (seq) => seq === at;
    }
    case 'filter': {
      const compiled = filter.compiled.peek();
      return (seq) => compiled.isEmpty || compiled.passes(seq);
    }
    case 'run':
    case 'runs': {
      const ids = new Set(scopeRuns(session, scope));
      const runIdOf = runIdsOf(log);
      return (seq) => ids.has(runIdOf(seq));
    }
  }
}

function nameOf(log: Log, extension: string): string {
  const first = new Date(log.length === 0 ? 0 : log.timeMsOf(0));
  return `agui-${first.toISOString().slice(0, 19).replaceAll(':', '-')}${extension}`;
}

/** Makes the file. Never throws what a format refuses. */
export async function shareFile(session: Session, choice: ShareChoice): Promise<ShareFile> {
  const format = formats.find(({ id }) => id === choice.format);
  if (format?.write === undefined)
    return { refused: `There is no format '${choice.format}' that can be written.` };
  const again = await batchesAgain(session);
  if ('gone' in again) return { refused: again.gone };
  const whole = again.batches.map((batch) => ({ ...batch, records: recordsOf(batch) }));
  const isWanted = wantedBy(session, choice.scope);
  const batches = isWanted === undefined ? whole : scopeBatches(session.log, whole, isWanted);
  const { notes, ...others } = storedAnnotations(session);
  // Notes are found by the position of their events, which is another one in a part.
  const annotations = { ...others, ...(isWanted === undefined && notes !== undefined && { notes }) };
  const seed = seedFrom((numbers) => crypto.getRandomValues(numbers));
  const { source, log, replaced } = redactedSource(
    { batches, annotations },
    { level: choice.level, keep: choice.keep, seed },
  );
  const written = format.write(source);
  if ('refused' in written) return written;
  const parts = [...written];
  const isOpen = choice.level === 'choose' || choice.level === 'full';
  return {
    name: nameOf(log, format.extension),
    mime: format.mime,
    parts,
    length: parts.reduce((sum, part) => sum + part.length, 0),
    events: log.length,
    streams: log.streams.length,
    replaced,
    ...(isOpen && { secrets: findSecrets(log) }),
  };
}
