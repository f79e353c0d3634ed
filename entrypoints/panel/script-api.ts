// `globalThis.lens` of the panel page: the content of the panel as data, for scripts and end-to-end tests.

import type { Json } from '@/lib/core/json/json';
import type { CursorPlace } from '@/lib/panel/cursor';
import type { Workspace } from '@/lib/panel/workspace';

export interface Lens {
  readonly length: number;
  cursor: CursorPlace;
  /** Resolves when everything received so far is read. */
  settled(): Promise<void>;
  events(): { seq: number; type: string; timeMs: number; stream: number; problems: number }[];
  boundaries(): Json;
  /** Messages of a thread (by default the one at the cursor), in the stock client's shape. */
  messages(threadId?: string): Json;
  state(threadId?: string): Json | undefined;
  runs(): Json;
  findings(): Json;
  export(format: string): Promise<string>;
  import(name: string, text: string): Promise<void>;
}

export function createLens(workspace: Workspace, load: Lens['import']): Lens {
  const session = () => {
    const shown = workspace.current.value.session;
    // Reads also while the panel is hidden.
    shown.reading.refresh();
    return shown;
  };
  const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));
  const thread = (threadId?: string) => {
    const model = session().models.current.value;
    if (threadId === undefined) return model.threads.at(model.current);
    return [...model.threads].find((candidate) => candidate.threadId === threadId);
  };
  return {
    get length() {
      return session().log.length;
    },
    get cursor() {
      return session().cursor.at.value;
    },
    set cursor(value) {
      session().cursor.at.value = value;
    },
    settled: () => session().reading.settled(),
    events() {
      const { log } = session();
      return Array.from({ length: log.length }, (_, seq) => ({
        seq,
        type: log.typeOf(seq),
        timeMs: log.timeMsOf(seq),
        stream: log.streamOf(seq)?.index ?? -1,
        problems: log.at(seq)?.problems.length ?? 0,
      }));
    },
    boundaries: () => plain(session().log.boundaries),
    messages: (threadId) => plain([...(thread(threadId)?.messages ?? [])].map((entry) => entry.message)),
    state: (threadId) => plain(thread(threadId)?.state),
    runs: () =>
      plain(
        [...session().models.current.value.runs].map(({ runId, threadId, status, error, events }) => ({
          runId,
          threadId,
          status,
          error,
          events,
        })),
      ),
    findings: () => plain(session().findings.listed.value),
    export: async (format) => (await import('@/components/export/save-file')).exportText(workspace, format),
    import: load,
  };
}
