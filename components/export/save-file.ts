// A session as a file or text. Loaded on demand by export.ts.

import { siteOf } from '@/lib/core/consumers/consumers';
import type { StoredAnnotations } from '@/lib/core/files/annotations';
import { factsOf, writtenFormats } from '@/lib/core/files/format-facts';
import type { FormatFacts } from '@/lib/core/files/types';
import { formatSize } from '@/lib/core/json/format';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Run } from '@/lib/core/model/types';
import type { SecretScan } from '@/lib/core/redact/secrets';
import type { Consumers } from '@/lib/panel/annotations';
import type { WriteTask, WrittenFile } from '@/lib/panel/file-worker/types';
import { type Waiting, writeInWorker } from '@/lib/panel/file-worker/work';
import type { OpenSession } from '@/lib/panel/open-session';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { runJob } from '../app/notices';
import { TEXTS } from '../texts';

/** Choices for the sites of the log; those for other sites are private. */
function ownChoices({ streams }: Log, consumers: Consumers): Consumers {
  const sites = new Set(streams.map(siteOf));
  return Object.fromEntries(Object.entries(consumers).filter(([site]) => sites.has(site)));
}

function storedAnnotations({ log, annotations }: Session): StoredAnnotations {
  return {
    rulesOff: [...annotations.rulesOff.value],
    notes: [...annotations.notes.value].sort(([a], [b]) => a - b),
    dialects: Object.fromEntries(annotations.dialects),
    consumers: ownChoices(log, annotations.consumers),
    ...(annotations.isRedacted && { isRedacted: true }),
  };
}

type WriteChoice = Omit<WriteTask, 'kind' | 'files' | 'annotations' | 'report'>;

/** Writes a session after reading is complete. Throws one sentence. */
export async function writeSession(
  { host, scheduler }: Pick<Workspace, 'host' | 'scheduler'>,
  session: Session,
  choice: WriteChoice,
  { signal, onShare }: Pick<Waiting, 'signal' | 'onShare'> = {},
): Promise<WrittenFile> {
  const { reading } = session;
  await reading.settled();
  const { files } = reading.source;
  const again = files === undefined ? await reading.again() : { batches: [] };
  if ('gone' in again) throw new GoneError(again.gone);
  if (choice.scope.kind === 'events' && 'isShorter' in again) throw new Error(TEXTS.partDiscarded);
  const needsReport = writtenFormats.find(({ id }) => id === choice.format)?.needsReport === true;
  const report = needsReport ? await host.reportParts?.() : undefined;
  const annotations = storedAnnotations(session);
  const task: WriteTask = {
    ...choice,
    kind: 'write',
    annotations,
    ...(files !== undefined && { files }),
    ...(report !== undefined && { report }),
  };
  const rest = () => new Promise<void>((resolve) => scheduler.soon(resolve));
  return writeInWorker(host.startWorker, task, again.batches, {
    rest,
    ...(signal && { signal }),
    ...(onShare && { onShare }),
  });
}

/** The batches are no longer stored. */
class GoneError extends Error {}

/** `skipped`: number of frames without an event. */
type SavedFile = Pick<WrittenFile, 'blob' | 'skipped'> & { readonly hidesSecrets?: true };

export function originOf({ log }: Session): Pick<WriteTask, 'origin'> {
  const url = log.streams[0]?.url;
  return url === undefined ? {} : { origin: url };
}

/** Writes the events in memory, if that is enough for the format and the batches are no longer stored. */
export async function writeFromMemory(
  session: Session,
  format: FormatFacts,
  error: unknown,
): Promise<SavedFile> {
  if (!(error instanceof GoneError) || format.needsBatches === true) throw error;
  const { writeLog } = await import('@/lib/core/files/write-log');
  const annotations = storedAnnotations(session);
  const { written, skipped } = writeLog(format.id, session.log, { annotations, ...originOf(session) });
  if ('refused' in written) throw new Error(written.refused);
  return { blob: new Blob([...written], { type: format.mime }), skipped: skipped() };
}

async function writeWhole(
  workspace: Pick<Workspace, 'host' | 'scheduler'>,
  { session }: Pick<OpenSession, 'session'>,
  format: FormatFacts,
): Promise<Blob> {
  const all = { scope: { kind: 'all' }, level: 'full', keep: [], isExamined: false } as const;
  const choice = { ...all, ...originOf(session), format: format.id };
  const { blob } = await writeSession(workspace, session, choice).catch((error: unknown) =>
    writeFromMemory(session, format, error),
  );
  return blob;
}

export async function recordingOf(
  workspace: Pick<Workspace, 'host' | 'scheduler'>,
  shown: Pick<OpenSession, 'session'>,
): Promise<Blob> {
  return writeWhole(workspace, shown, factsOf('recording'));
}

export async function exportText(workspace: Workspace, id: string): Promise<string> {
  return (await writeWhole(workspace, workspace.current.value, factsOf(id))).text();
}

export function fileName(startMs: number, extension: string): string {
  return `agui-${new Date(startMs).toISOString().slice(0, 19).replaceAll(':', '-')}${extension}`;
}

function saveFile(
  workspace: Workspace,
  { name, mime }: { readonly name: string; readonly mime: string },
  write: (making: Pick<Waiting, 'signal' | 'onShare'>) => Promise<SavedFile>,
): Promise<void> {
  return runJob(workspace, TEXTS.exporting(name), async (signal, onShare) => {
    const { blob, skipped, hidesSecrets } = await write({ signal, onShare });
    workspace.host.save(name, mime, [blob]);
    return TEXTS.exported(name, formatSize(blob.size), skipped, hidesSecrets);
  });
}

/** True if no secret was found and everything was scanned, or no scan was needed. */
export function isClean(scan: SecretScan | undefined): boolean {
  return scan === undefined || (scan.found.length === 0 && !scan.isCut);
}

const TEST = factsOf('vitest-test');

async function saveTest(
  workspace: Workspace,
  about: string,
  part: Pick<WriteTask, 'scope' | 'finding'>,
): Promise<void> {
  const { session } = workspace.current.value;
  const choice = { format: TEST.id, keep: [], ...part } as const;
  await saveFile(workspace, { name: `agui-${about}${TEST.extension}`, mime: TEST.mime }, async (making) => {
    const write = (level: 'full' | 'secrets') =>
      writeSession(workspace, session, { ...choice, level, isExamined: level === 'full' }, making);
    const whole = await write('full');
    if (isClean(whole.examined?.secrets)) return whole;
    // A test will be committed, and there is no dialog that asks first.
    return { ...(await write('secrets')), hidesSecrets: true };
  });
}

export function saveRunAsTest(workspace: Workspace, { index, streams }: Run): Promise<void> {
  const keys = streams.map(({ key }) => key);
  return saveTest(workspace, `run-${index + 1}`, { scope: { kind: 'streams', keys } });
}

export function saveFindingAsTest(workspace: Workspace, { rule, stream }: Finding): Promise<void> {
  return saveTest(workspace, `${rule}-stream-${stream}`, {
    scope: { kind: 'all' },
    finding: { rule, stream },
  });
}
