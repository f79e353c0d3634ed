// Sessions from the extension's database, and the panel's model of them.
import type { BatchRow } from '../../../lib/background/storage/database';
import { createLog } from '../../../lib/core/log/log';
import { modelFold } from '../../../lib/core/model/model';
import type { StoredSession } from '../../../lib/messages/messages';
import { parseBatch } from '../../../lib/messages/parse-batch';
import type { Browser, Tab } from './browser';

/** A session, as it is stored. */
export interface Kept {
  readonly row: StoredSession;
  /** Ids of the runs that were asked for. */
  readonly asked: readonly string[];
  /** The text of each run, by its id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Rows of the panel on missing records. */
  readonly missing: readonly string[];
  /** Ids of the runs by their status. */
  readonly runs: Readonly<Record<string, string>>;
}

interface Rows {
  readonly sessions: StoredSession[];
  readonly batches: BatchRow[];
}

/** Runs in a page of the extension. */
function readDatabase(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('ag-ui-lens');
    opening.onerror = () => reject(new Error(String(opening.error)));
    opening.onsuccess = () => {
      const db = opening.result;
      const rows: Record<string, unknown> = {};
      for (const name of ['sessions', 'batches']) {
        const all = db.transaction(name).objectStore(name).getAll();
        all.onerror = () => reject(new Error(String(all.error)));
        all.onsuccess = () => {
          rows[name] = all.result;
          if (Object.keys(rows).length < 2) return;
          db.close();
          resolve(JSON.stringify(rows));
        };
      }
    };
  });
}

function keptOf(row: StoredSession, batches: Rows['batches']): Kept {
  const log = createLog();
  for (const { doc, frame, n, before = 0, made, body } of batches)
    log.append({
      doc,
      frameId: frame,
      n: n ?? before,
      ...(made !== undefined && { made }),
      records: parseBatch(body) ?? [],
    });
  const texts = new Map<string, string>();
  for (const { doc, body } of batches) {
    for (const record of parseBatch(body) ?? []) {
      if (record.kind !== 'chunk') continue;
      const stream = log.streams.find(({ key }) => key === `${doc}:${record.stream}`);
      const run = String(stream?.input?.['runId'] ?? 'unknown');
      texts.set(run, (texts.get(run) ?? '') + (record.text ?? ''));
    }
  }
  const missing: string[] = [];
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason !== 'not-ag-ui') missing.push(boundary.detail);
  let model = modelFold.init();
  let at = 0;
  const boundariesUpTo = (seq: number) => {
    for (; (log.boundaries[at]?.beforeSeq ?? Number.POSITIVE_INFINITY) <= seq; at++) {
      const boundary = log.boundaries[at];
      if (boundary) model = modelFold.boundary?.(model, boundary) ?? model;
    }
  };
  for (let seq = 0; seq < log.length; seq++) {
    boundariesUpTo(seq);
    const event = log.at(seq);
    if (event) model = modelFold.step(model, event);
  }
  boundariesUpTo(log.length);
  const runs: Record<string, string> = {};
  for (const run of model.runs) runs[run.runId] = run.status;
  const asked = log.streams.map(({ input }) => String(input?.['runId']));
  return { row, asked, texts, missing, runs };
}

/** All stored sessions, newest first; `reader` is any page of the extension. */
export async function storedSessions(reader: Pick<Tab, 'evaluate'>): Promise<readonly Kept[]> {
  const { sessions, batches }: Rows = JSON.parse(await reader.evaluate(readDatabase));
  return sessions
    .sort((a, b) => b.startedMs - a.startedMs)
    .map((row) =>
      keptOf(
        row,
        batches.filter(({ session }) => session === row.session),
      ),
    );
}

/** Opens a page of the extension that follows no tab. */
export async function openReader(driver: Browser): Promise<Tab> {
  const reader = await driver.newTab();
  await reader.goto(`${driver.origin}/panel.html?file`);
  return reader;
}
