// Costs of opening a large file in the panel, and of storing captured data: CPU time of the page's main thread in
// Chromium, each beside the necessary minimum in the same run.
import { createServer } from 'node:http';
import { sourceOf } from '@/lib/core/files/log-source';
import { recording } from '@/lib/core/files/recording';
import type { Tab } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { listen } from '../harness/listen';
import { piecesOf } from './measure';
import { scriptOf } from './page-script';
import { sessionOf } from './session-of';
import { median, type Row } from './table';
import { framesOf } from './workload';

const MAX = Number(process.env['LENS_BENCH_MAX'] ?? 1_000_000);
const ROUNDS = 3;
const PIECE = 8 * 1024 * 1024;

/** Stores batches of 60,000 bytes, several to a transaction, as the background does when it is busy. */
const STORES = `
  import { createDatabase } from '@/lib/background/storage/database';
  import { createDiskStore } from '@/lib/background/storage/disk-store';
  const TOGETHER = 8;
  const bodies = (bytes) => Array.from({ length: Math.ceil(bytes / 60_000) }, (_, n) => String(n).padEnd(60_000, 'word '));
  globalThis.ours = async (bytes, name) => {
    const store = createDiskStore(createDatabase(name));
    const common = { session: 's', tab: 1, frameId: 0, doc: 'd', atMs: 0, private: false, streams: 0 };
    const batches = bodies(bytes).map((body, n) => ({ ...common, n, body }));
    for (let at = 0; at < batches.length; at += TOGETHER) await store.append(batches.slice(at, at + TOGETHER));
  };
  globalThis.bare = async (bytes, name) => {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('batches', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = bodies(bytes);
    for (let at = 0; at < all.length; at += TOGETHER) {
      const tx = db.transaction('batches', 'readwrite', { durability: 'relaxed' });
      for (const body of all.slice(at, at + TOGETHER)) tx.objectStore('batches').add(body);
      await new Promise((resolve) => (tx.oncomplete = resolve));
    }
  };
`;

/** Delays for the user while a file opens. */
interface Opening {
  /** From the choice of the file to the first row on screen, milliseconds. */
  readonly firstMs: number;
  readonly wholeMs: number;
  /** Tasks of more than 50 ms, milliseconds each. */
  readonly tasks: readonly number[];
}

async function cpuOf<T>(tab: Tab, work: () => Promise<T>): Promise<readonly [ms: number, result: T]> {
  const before = await tab.cpuMs();
  const result = await work();
  return [(await tab.cpuMs()) - before, result];
}

/** Gives the page the text of a file, in pieces that the debugger can carry. */
async function handOver(tab: Tab, text: string): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    await tab.evaluate(
      (piece, isFirst) => {
        const page = window as never as { pieces: string[] };
        if (isFirst) page.pieces = [];
        page.pieces.push(piece);
      },
      text.slice(at, at + PIECE),
      at === 0,
    );
  }
}

/** Decodes the file and parses its lines, and the events of each; what the panel cannot do without. */
const readPlainly = (tab: Tab): Promise<number> =>
  tab.evaluate(async () => {
    const { pieces } = window as never as { pieces: string[] };
    const text = await new Blob(pieces).text();
    let events = 0;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const { records = [] } = JSON.parse(line) as { records?: { text?: string }[] };
      for (const { text: body } of records) {
        for (const frame of body?.split('\n\n') ?? []) {
          // A frame may go on in the next piece.
          try {
            JSON.parse(frame.slice('data: '.length));
            events++;
          } catch {}
        }
      }
    }
    return events;
  });

/** Chooses the file in the panel, and waits until all of it was read. */
const openIn = (tab: Tab, events: number): Promise<Opening> =>
  tab.evaluate(async (count) => {
    const { pieces, lens } = window as never as {
      pieces: string[];
      lens: { length: number; settled: () => Promise<void> };
    };
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const transfer = new DataTransfer();
    transfer.items.add(new File(pieces, 'bench.agui.jsonl'));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // As a user does: a click first, then a moment to choose.
    (document.querySelector('[data-focus=import]') as HTMLElement).click();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    observer.observe({ entryTypes: ['longtask'] });
    const start = performance.now();
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    while (document.querySelector('[role=grid] [role=row] [role=gridcell]') === null) await frame();
    const firstMs = performance.now() - start;
    while (lens.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
    await lens.settled();
    const wholeMs = performance.now() - start;
    observer.disconnect();
    return { firstMs, wholeMs, tasks };
  }, events);

async function openRows(): Promise<Row[]> {
  const { batches, log } = sessionOf(piecesOf(framesOf(MAX)));
  const parts = recording.write?.(sourceOf(log, () => batches));
  if (parts === undefined || 'refused' in parts) throw new Error('The recording cannot be written.');
  const text = [...parts].join('');
  const browser = await launch('chromium');
  try {
    const rounds: { ours: number; floor: number; opening: Opening }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const tab = await browser.newTab();
      await tab.goto(`${browser.origin}/panel.html?file`);
      await handOver(tab, text);
      const [floor] = await cpuOf(tab, () => readPlainly(tab));
      const [ours, opening] = await cpuOf(tab, () => openIn(tab, log.length));
      rounds.push({ ours, floor, opening });
      await tab.close();
    }
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const what = `a file of ${log.length} events opened`;
    const longest = Math.round(of(({ opening }) => Math.max(0, ...opening.tasks)));
    const beside = 'decoded, split and parsed in the same page';
    return [
      {
        what,
        beside,
        ours: of(({ ours }) => ours),
        other: of(({ floor }) => floor),
        unit: 'ms CPU',
        goal: '≤ 3 times',
      },
      {
        what: `${what}: until all of it is there`,
        beside: '',
        ours: of(({ opening }) => opening.wholeMs),
        unit: 'ms',
      },
      {
        what: `${what}: first rows`,
        beside: '',
        ours: of(({ opening }) => opening.firstMs),
        unit: 'ms',
        goal: '≤ 150 ms',
      },
      {
        what: `${what}: tasks over 50 ms (longest ${longest} ms)`,
        beside: '',
        ours: of(({ opening }) => opening.tasks.length),
        unit: '',
        goal: '0',
      },
    ];
  } finally {
    await browser.close();
  }
}

async function storeRows(): Promise<Row[]> {
  const page = `<!doctype html><script type="module">${await scriptOf(STORES)}</script>`;
  const server = await listen(
    createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }),
  );
  const browser = await launch('chromium', { bare: true });
  const bytes = MAX * 130;
  try {
    const { tab } = browser;
    await tab.goto(server.url);
    const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const how of ['ours', 'bare'] as const) {
        const [ms] = await cpuOf(tab, () =>
          tab.evaluate(
            async (name, size, database) => {
              await (window as never as Record<string, (...args: unknown[]) => Promise<void>>)[name]?.(
                size,
                database,
              );
            },
            how,
            bytes,
            `${how}-${round}`,
          ),
        );
        times[how].push((ms * 1000) / MAX);
      }
    }
    return [
      {
        what: `${MAX} events of 130 bytes stored`,
        beside: 'their texts added to a store without index',
        ours: median(times.ours),
        other: median(times.bare),
        unit: 'µs/event',
        goal: '≤ 2.5 µs/event',
      },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** All rows; takes some minutes. */
export async function openBench(): Promise<Row[]> {
  return [...(await openRows()), ...(await storeRows())];
}
