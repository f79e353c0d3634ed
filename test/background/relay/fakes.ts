// A line between two ends that a test can cut, and a browser's background that can die.
import { createHub, type Hub, type HubParts } from '@/lib/background/relay/hub';
import type { Port } from '@/lib/background/relay/port';
import { createSender } from '@/lib/background/relay/sender';
import type { TabMemory } from '@/lib/background/relay/tabs';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Recordings } from '@/lib/messages/library';
import type { FromPanel, StoredBatch, ToPanel } from '@/lib/messages/messages';
import { parseBatch } from '@/lib/messages/parse-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import type { Store } from '@/lib/messages/store';

/** The body of a batch with one chunk of the first stream. */
export const chunk = (n: number): string =>
  JSON.stringify([{ kind: 'chunk', t: n, stream: 1, text: `#${n}` }]);

/** The records of batches, through the gate. */
export const recordsOf = (batches: readonly { body: string }[]): CapturedRecord[] =>
  batches.flatMap(({ body }) => {
    const records = parseBatch(body);
    if (!records) throw new Error(`The gate refuses ${body.slice(0, 200)}`);
    return records;
  });

/** Their texts; what is no chunk is named by its kind. */
export const textsOf = (batches: readonly { body: string }[]): string[] =>
  recordsOf(batches).map((record) => (record.kind === 'chunk' ? (record.text ?? '') : record.kind));

/** Two ends of a line; messages take a microtask, and are lost when the line is cut. */
export function line(): { near: Port; far: Port; cut: () => void; readonly isCut: boolean } {
  let isCut = false;
  const closers: (() => void)[] = [];
  const end = (to: ((message: unknown) => void)[], from: ((message: unknown) => void)[]): Port => ({
    post(message) {
      if (isCut) throw new Error('The port is closed.');
      const copy: unknown = JSON.parse(JSON.stringify(message));
      queueMicrotask(() => {
        if (!isCut) for (const listener of to) listener(copy);
      });
    },
    onMessage: (listener) => from.push(listener),
    onClose: (listener) => closers.push(listener),
    close: () => cut(),
  });
  const cut = (): void => {
    if (isCut) return;
    isCut = true;
    for (const closer of closers) closer();
  };
  const nearListeners: ((message: unknown) => void)[] = [];
  const farListeners: ((message: unknown) => void)[] = [];
  return {
    near: end(farListeners, nearListeners),
    far: end(nearListeners, farListeners),
    cut,
    get isCut() {
      return isCut;
    },
  };
}

/** Lets everything that waits for a microtask, or a few turns of the loop, happen. */
export async function settle(turns = 12): Promise<void> {
  for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until what was just done has had its effect. */
export const settled = (_done: unknown, turns?: number): Promise<void> => settle(turns);

let documents = 0;

/** A document whose bridge speaks over lines of a browser, and can crash. */
export function documentIn(
  world: Pick<ReturnType<typeof browser>, 'connectBridge'>,
  doc = `doc${documents++}`,
  {
    tab = 1,
    connected,
    sender = {},
    ...line
  }: {
    readonly tab?: number;
    readonly frameId?: number;
    readonly isPrivate?: boolean;
    readonly site?: string;
    readonly connected?: (port: Port) => unknown;
    readonly sender?: Partial<Parameters<typeof createSender>[0]>;
  } = {},
) {
  let last: Port | undefined;
  const connect = () => {
    const port = world.connectBridge(tab, line);
    last = port;
    connected?.(port);
    return port;
  };
  const after = (_ms: number, work: () => void) => setImmediate(work);
  const created = createSender({ doc, connect, after, now: () => 0, ...sender });
  return {
    ...created,
    /** The page script has sent everything by default. */
    leave: (mayContinue?: boolean, isFlushed = true) => {
      if (isFlushed) created.flushed();
      created.leave(mayContinue);
    },
    crash: () => last?.close(),
  };
}

const NO_RECORDINGS: Recordings = {
  list: async () => [],
  save: async () => 1,
  edit: async () => false,
  duplicate: async () => undefined,
  setDeleted: async () => false,
  load: async () => undefined,
  remove: async () => 0,
};

/** A browser whose background can be killed; disk and memo outlive it. */
export function browser(
  over: {
    disk?: Store;
    memory?: () => Store;
    recordings?: Recordings;
    nowMs?: () => number;
    settings?: object;
  } = {},
) {
  const disk = over.disk ?? createMemoryStore(1e9);
  const lines = new Set<{ cut: () => void }>();
  let saved: TabMemory | undefined;
  let ids = 0;
  let hub: Hub | undefined;
  let life = 0;
  /** Documents that do not answer when they are asked for. */
  const gone = new Set<string>();
  /** Notes of documents, by id. */
  const notes = new Map<string, object>();
  /** Counts on the toolbar icon, by tab. */
  const counts = new Map<number, number>();
  /** Sites that may not be recorded. */
  const revoked = new Set<string>();
  /** The disk as one background sees it: writing takes a moment, and what is not done when it dies is never done. */
  const mortal = (): Store => {
    const born = life;
    return {
      ...disk,
      async append(batches) {
        await new Promise((resolve) => setImmediate(resolve));
        if (life !== born) return new Promise(() => undefined);
        return disk.append(batches);
      },
    };
  };
  /** The memo as one background sees it: one that has died writes nothing any more. */
  const mortalMemo = (): HubParts['memo'] => {
    const born = life;
    return {
      load: async () => saved,
      async save(memory) {
        if (life === born) saved = memory;
      },
    };
  };
  const parts = (): HubParts => ({
    disk: mortal(),
    memory: over.memory?.() ?? createMemoryStore(1e9),
    recordings: over.recordings ?? NO_RECORDINGS,
    siteSettings: async () => over.settings ?? {},
    room: async () => ({ used: 10, quota: 100 }),
    isGranted: async (site) => !revoked.has(site),
    memo: mortalMemo(),
    nowMs: over.nowMs ?? (() => 1_000 + ids++),
    after: (_, work) => setImmediate(work),
    stayAwake: () => undefined,
    isThere: async (_tab, _frameId, doc) => !gone.has(doc),
    isAnywhere: async (doc) => !gone.has(doc),
    startMarkers: {
      load: async () => Object.fromEntries(notes),
      remove: async (keys) => keys.forEach((key) => void notes.delete(key)),
    },
    newId: () => `id${ids++}`,
    site: async () => ({ origin: 'http://localhost', granted: true, isPrivate: false }),
    askUser: () => undefined,
    startDirectors: async () => {},
    armSites: async () => {},
    showArmed: () => undefined,
    armedMemo: { load: async () => undefined, save: async () => {} },
    showCount: (tab, count) => void counts.set(tab, count),
  });
  const awake = (): Hub => {
    hub ??= createHub(parts());
    return hub;
  };
  return {
    disk,
    gone,
    notes,
    counts,
    /** As a document's bridge sends it, with the browser's sender. */
    note(key: string, value: object): void {
      notes.set(key, value);
      awake().startMarked();
    },
    revoke(site: string): void {
      revoked.add(site);
      awake().sitesChanged();
    },
    grant(site: string): void {
      revoked.delete(site);
      awake().sitesChanged();
    },
    kill(): void {
      life++;
      hub = undefined;
      const old = [...lines];
      lines.clear();
      for (const each of old) each.cut();
    },
    quit(): void {
      saved = undefined;
      this.kill();
    },
    closeTab: (tab: number): void => awake().tabClosed(tab),
    connectBridge(tab: number, { frameId = 0, isPrivate = false, site = 'http://localhost/*' } = {}): Port {
      const both = line();
      lines.add(both);
      awake().bridge(both.far, { tab, frameId, private: isPrivate, site });
      return both.near;
    },
    /** A bridge whose messages and whose end reach the background in any order, or never. */
    connectLooseBridge(tab: number) {
      const take: ((message: unknown) => void)[] = [];
      const close: (() => void)[] = [];
      const port: Port = {
        post: () => undefined,
        onMessage: (listener) => take.push(listener),
        onClose: (listener) => close.push(listener),
        close: () => undefined,
      };
      awake().bridge(port, { tab, frameId: 0, private: false, site: 'http://localhost/*' });
      return {
        deliver(message: unknown): void {
          for (const listener of take) listener(message);
        },
        close(): void {
          for (const listener of close) listener();
        },
      };
    },
    connectPanel(): Port {
      const both = line();
      lines.add(both);
      awake().panel(both.far);
      return both.near;
    },
  };
}

/** A panel that follows a tab, connects again when the line breaks, and keeps what it got. */
export function panelOf(world: ReturnType<typeof browser>, tab: number) {
  const log: ToPanel[] = [];
  let session: string | undefined;
  let batches: StoredBatch[] = [];
  let isClosed = false;
  let port: Port;
  const connect = (): void => {
    port = world.connectPanel();
    port.onMessage((text) => {
      const message = text as ToPanel;
      log.push(message);
      if (message.kind === 'session' && message.session?.session !== session) {
        session = message.session?.session;
        batches = [];
      }
      if (message.kind === 'batches') batches.push(...message.batches);
    });
    port.onClose(() => {
      if (!isClosed) setImmediate(connect);
    });
    send({ kind: 'hello', tab, after: batches.at(-1)?.id ?? -1, ...(session ? { session } : {}) });
  };
  const send = (message: FromPanel): void => port.post(message);
  connect();
  return {
    log,
    send,
    get session() {
      return session;
    },
    get batches(): readonly StoredBatch[] {
      return batches;
    },
    close(): void {
      isClosed = true;
      port.close();
    },
  };
}

/** A panel that follows a tab, and the bridge of a document `d` in that tab. */
export function following(tab = 1, options: Parameters<typeof documentIn>[2] = {}) {
  const world = browser();
  return { world, panel: panelOf(world, tab), ...documentIn(world, 'd', { tab, ...options }) };
}

export function logOf(batches: readonly StoredBatch[]): Log {
  const log = createLog();
  for (const { body, ...batch } of batches) log.append({ ...batch, records: parseBatch(body) ?? [] });
  return log;
}
