// The recordings that the server may read: those named at its start, or in a folder named there. Read again when they
// have changed.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Finding } from '@/lib/core/lint/types';
import { createHistory, type History } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { startMsOf } from '@/lib/core/metrics/start';
import { modelFoldFor } from '@/lib/core/model/model';
import { threadIn } from '@/lib/core/model/queries/blame';
import { runIn } from '@/lib/core/model/queries/lookup';
import type { Model, Run, Thread } from '@/lib/core/model/types';
import { createFacts } from '@/lib/core/query/facts';
import type { QueryFacts } from '@/lib/core/query/types';
import { CliError } from '@/lib/package/cli/errors';
import { versionOf } from '@/lib/package/cli/find-files';
import { openFile } from '@/lib/package/cli/open-file';
import { checkOpened } from '@/lib/package/library/check';
import { LensError } from '@/lib/package/library/lens-error';
import { type Opened, readersFor } from '@/lib/package/library/open';

/** A recording, each part of it made when it is asked for first. */
export interface McpRecording {
  readonly name: string;
  readonly opened: Opened;
  readonly log: Log;
  readonly model: History<Model>;
  readonly findings: readonly Finding[];
  /** One sentence about missing data. */
  readonly missing: string | undefined;
  readonly facts: QueryFacts;
  /** Milliseconds since the recording began. */
  since(timeMs: number): number;
}

export interface McpRecordings {
  names(): readonly string[];
  /** The recording of a name; the only one without a name. Throws a LensError with the names. */
  open(name: string | undefined): McpRecording;
}

const READABLE = /\.(jsonl|ndjson|sse|har|bin|zip|gz|agui\.json)$/i;
const KEPT_MAX = 4;

function filesOf(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new CliError(`Cannot read ${path}: no such file or folder (ENOENT).`);
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((file) => file.isFile() && READABLE.test(file.name))
    .map(({ name }) => join(path, name))
    .sort();
}

function recordingFrom(name: string, path: string): McpRecording {
  const opened = openFile(path);
  let model: History<Model> | undefined;
  let checked: ReturnType<typeof checkOpened> | undefined;
  let facts: QueryFacts | undefined;
  const check = () => {
    checked ??= checkOpened(opened, { off: new Set(), isStockDefault: true });
    return checked;
  };
  const history = () => {
    model ??= createHistory(modelFoldFor(readersFor(undefined, opened.annotations)), opened.log);
    return model;
  };
  return {
    name,
    opened,
    get log() {
      return opened.log;
    },
    get model() {
      return history();
    },
    get findings() {
      return check().findings;
    },
    get missing() {
      return check().missing;
    },
    get facts() {
      facts ??= createFacts(opened.log, {
        findings: () => check().findings,
        notes: () => new Map(),
        stateBefore: (seq, threadId) => threadIn(history().at(seq - 1), threadId)?.state,
        runAt: (seq, stream) => runIn(history().at(seq), stream),
      });
      return facts;
    },
    since: (timeMs) => Math.max(0, timeMs - startMsOf(opened.log)),
  };
}

export function createRecordings(paths: readonly string[]): McpRecordings {
  const kept = new Map<string, { readonly version: string; readonly recording: McpRecording }>();
  const found = (): ReadonlyMap<string, string> => {
    const files = paths.flatMap(filesOf);
    const isShared = (path: string) =>
      files.some((other) => other !== path && basename(other) === basename(path));
    return new Map(files.map((path) => [isShared(path) ? path : basename(path), path]));
  };
  found();
  return {
    names: () => [...found().keys()],
    open(wanted) {
      const files = found();
      const [only, ...others] = files.keys();
      const name = wanted ?? (others.length === 0 ? only : undefined);
      const path = name === undefined ? undefined : files.get(name);
      if (name === undefined || path === undefined) {
        const names = [...files.keys()].slice(0, 20).join(', ') || 'none yet';
        const what = wanted === undefined ? 'Name a file' : `There is no recording '${wanted}'`;
        throw new LensError(`${what}. Recordings: ${names}.`);
      }
      const version = versionOf(path);
      const known = kept.get(path);
      if (known?.version === version) return known.recording;
      const recording = recordingFrom(name, path);
      kept.delete(path);
      kept.set(path, { version, recording });
      for (const oldest of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(oldest);
      return recording;
    },
  };
}

/** A run by its number from 1. */
export function runAt({ model, name }: McpRecording, number: number): Run {
  const { runs } = model.head();
  const run = runs.at(number - 1);
  if (run !== undefined) return run;
  throw new LensError(`There is no run ${number} in ${name}, which has ${runs.length}.`);
}

/** The model as of an event; after everything without one. */
export function modelAt({ model, log }: McpRecording, seq: number | undefined): Model {
  if (seq === undefined) return model.head();
  if (seq < log.length) return model.at(seq);
  throw new LensError(`There is no event #${seq}; the last one is #${log.length - 1}.`);
}

/** A thread by its id, else that of the newest event. */
export function threadAt(model: Model, threadId: string | undefined): Thread {
  const thread =
    threadId === undefined ? model.threads.at(Math.max(0, model.current)) : threadIn(model, threadId);
  if (thread !== undefined) return thread;
  const names = [...model.threads].slice(0, 20).map((each) => each.threadId);
  throw new LensError(`There is no such thread. Threads: ${names.join(', ') || 'none'}.`);
}
