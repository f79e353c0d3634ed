// The shared file: a part of the session, redacted, in a format.
import { effect } from '@preact/signals';
import { writtenFormats } from '@/lib/core/files/format-facts';
import { messageOf } from '@/lib/core/json/reason';
import type { Run } from '@/lib/core/model/types';
import type { Level } from '@/lib/core/redact/policy';
import type { Session } from '@/lib/panel/session';
import type { Scope, WrittenFile } from '@/lib/panel/worker/types';
import type { Workspace } from '@/lib/panel/workspace';
import { fileName, writeSession } from './write-file';

export const SCOPES = ['all', 'run', 'runs', 'filter', 'event'] as const;
export type ScopeId = (typeof SCOPES)[number];

export interface ShareChoice {
  readonly format: string;
  readonly scope: ScopeId;
  readonly level: Level;
  readonly keep: readonly string[];
}

export type ShareFile =
  | (WrittenFile & { readonly name: string; readonly mime: string })
  | { readonly refused: string };

export function scopeRuns(
  { models, cursor, summaries, choices }: Session,
  scope: 'run' | 'runs',
): readonly Run[] {
  if (scope === 'run') return [summaries.runOf(cursor.seq.peek())].filter((run) => run !== undefined);
  const { runs } = models.newest();
  return choices.compared.peek().flatMap((index) => runs.at(index) ?? []);
}

function scopeOf(session: Session, scope: ScopeId): Scope {
  const { cursor, filter } = session;
  switch (scope) {
    case 'all':
      return { kind: 'all' };
    case 'event':
      return { kind: 'events', seqs: [cursor.seq.peek()] };
    case 'filter': {
      if (filter.compiled.peek().isEmpty) return { kind: 'all' };
      const { rows } = filter.matches.peek();
      const seqs: number[] = [];
      for (let index = 0; index < rows.length; index++) {
        const row = rows.at(index);
        if (row?.kind === 'event') seqs.push(row.seq);
      }
      return { kind: 'events', seqs };
    }
    case 'run':
    case 'runs':
      return { kind: 'runs', starts: scopeRuns(session, scope).flatMap(({ startSeq }) => startSeq ?? []) };
  }
}

/** Resolves when the filter has checked every event, or on abort. */
function filtered({ filter }: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {};
    const end = () => {
      stop();
      resolve();
    };
    stop = effect(() => {
      if (filter.matches.value.complete) queueMicrotask(end);
    });
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Never rejects: an error becomes one sentence. */
export async function shareFile(
  workspace: Workspace,
  session: Session,
  { scope, ...choice }: ShareChoice,
  signal: AbortSignal,
): Promise<ShareFile> {
  const format = writtenFormats.find(({ id }) => id === choice.format);
  try {
    if (scope === 'filter') {
      await session.reading.settled();
      await filtered(session, signal);
    }
    const asked = { ...choice, scope: scopeOf(session, scope), isExamined: true };
    const written = await writeSession(workspace, session, asked, signal);
    const { extension = '', mime = '' } = format ?? {};
    return { ...written, mime, name: fileName(written.examined?.startMs ?? 0, extension) };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}
