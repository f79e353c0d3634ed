// `ag-ui-lens/playwright`: a fixture that records the AG-UI streams of the pages of a test, without the extension, and
// attaches the recording to the report.
import { readFileSync } from 'node:fs';
import {
  type BrowserContext,
  test as base,
  expect as baseExpect,
  type Expect,
  type Frame,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { FileBatch } from '../../core/files/types';
import { BATCH_AFTER_MS } from '../../messages/limits';
import { parseBatch } from '../../messages/parse-batch';
import { BINDING_NAME } from './binding-name';
import { convert } from './functions';
import { aguiMatchers } from './matchers';
import { openBatches } from './open';
import { recordingOf } from './recording';
import type { Recorded } from './types';

/** The fixture `agui`. */
export interface AguiRecorder {
  /** The streams so far, of all pages of the test's context. */
  recorded(): Promise<Recorded>;
}

interface SentBatch {
  readonly doc: string;
  readonly n: number;
  readonly body: string;
}

/** A page may be closed, or never answer because of a dialog. */
const FLUSH_MAX_MS = 10_000;

interface RecordedDocument extends Pick<FileBatch, 'frameId' | 'n'> {
  readonly frame: Frame;
  /** Numbers of the open streams. */
  readonly open: ReadonlySet<number>;
}

/** Ends the open streams of a document. */
const GONE = {
  kind: 'gap',
  t: 0,
  reason: 'gone',
  detail: 'the page ended while it was reading (left, closed or crashed); the last data is unknown',
} as const;

class Recorder implements AguiRecorder {
  readonly #batches: FileBatch[] = [];
  readonly #frames: Frame[] = [];
  /** Newest batch by document. */
  readonly #documents = new Map<string, RecordedDocument>();
  /** Newest document by frame. */
  readonly #newest = new Map<Frame, string>();
  readonly #crashed = new Set<string>();
  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const follow = (page: Page) => {
      flushBeforeLeaving(page);
      page.on('crash', () => this.#crash(page));
    };
    this.#context.on('page', follow);
    this.#context.pages().forEach(follow);
    await this.#context.exposeBinding(BINDING_NAME, ({ frame }, sent: SentBatch) => this.#take(frame, sent));
    await this.#context.addInitScript({
      content: readFileSync(new URL('./page-recorder.js', import.meta.url), 'utf8'),
    });
  }

  #take(frame: Frame, { doc, n, body }: SentBatch): void {
    if (!this.#frames.includes(frame)) this.#frames.push(frame);
    const frameId = frame.parentFrame() === null ? 0 : this.#frames.indexOf(frame) + 1;
    const records = parseBatch(body) ?? [
      { kind: 'gap', t: 0, reason: 'refused', detail: 'some data of the page could not be read' } as const,
    ];
    this.#batches.push({ doc, frameId, n, records });
    const known = this.#documents.get(doc);
    if (known === undefined) this.#newest.set(frame, doc);
    const open = new Set(known?.open);
    for (const record of records) {
      if (record.kind === 'open') open.add(record.stream);
      else if (record.kind === 'close') open.delete(record.stream);
    }
    this.#documents.set(doc, { frame, frameId, n, open });
  }

  /** Marks the documents of a page as crashed; adds one if there is none. */
  #crash(page: Page): void {
    const documents = [...this.#newest].filter(([frame]) => frame.page() === page);
    for (const [, doc] of documents) this.#crashed.add(doc);
    if (documents.length > 0) return;
    const doc = `crashed-${this.#batches.length}`;
    this.#batches.push({ doc, frameId: 0, n: 0, records: [GONE] });
  }

  /** Gaps for documents that ended while reading: their last batch is lost. */
  *#ends(): Iterable<FileBatch> {
    for (const [doc, { frame, frameId, n, open }] of this.#documents) {
      const isLeft = this.#newest.get(frame) !== doc || frame.isDetached() || frame.page().isClosed();
      // A page that crashes may have opened streams that it could not report.
      if (this.#crashed.has(doc) || (isLeft && open.size > 0))
        yield { doc, frameId, n: n + 1, records: [GONE] };
    }
  }

  /** Batches of the pages, and gaps for those that ended while reading. */
  get #all(): readonly FileBatch[] {
    return [...this.#batches, ...this.#ends()];
  }

  /** True without any stream or gap. */
  get isEmpty(): boolean {
    return this.#all.every(({ records }) => records.every(({ kind }) => kind === 'navigation'));
  }

  async recorded(): Promise<Recorded> {
    await Promise.all(this.#context.pages().map(flushed));
    return recordingOf(openBatches({ name: 'the page', batches: this.#all }));
  }
}

/** Waits until a page has sent its batches. */
async function flushed(page: Page): Promise<void> {
  const asked = page.evaluate(
    (ms) => new Promise((done) => AbortSignal.timeout(ms).addEventListener('abort', done)),
    2 * BATCH_AFTER_MS,
  );
  const late = new Promise((done) => setTimeout(done, FLUSH_MAX_MS).unref());
  // A page that is closed has sent them.
  await Promise.race([asked.catch(() => {}), late]);
}

/** Makes a page send its batches before a test closes it or navigates. */
function flushBeforeLeaving(page: Page): void {
  const { close, goto, reload, goBack, goForward } = page;
  const first = <A extends unknown[], R>(leave: (...args: A) => Promise<R>) => {
    const bound = leave.bind(page);
    return async (...args: A): Promise<R> => {
      if (page.url() !== 'about:blank') await flushed(page);
      return bound(...args);
    };
  };
  Object.assign(page, {
    close: first(close),
    goto: first(goto),
    reload: first(reload),
    goBack: first(goBack),
    goForward: first(goForward),
  });
}

/** `test` with the automatic fixture `agui`, which attaches a recording if there was a stream. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { agui: AguiRecorder },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<{ agui: AguiRecorder }>({
  agui: [
    async ({ context }, use, testInfo) => {
      const recorder = new Recorder(context);
      await recorder.start();
      await use(recorder);
      const recorded = await recorder.recorded();
      if (recorder.isEmpty) return;
      const body = convert(recorded, 'recording');
      await testInfo.attach('streams.agui.jsonl', { body, contentType: 'application/x-ndjson' });
    },
    { auto: true },
  ],
});

/** `expect` with the matchers. */
export const expect: Expect<typeof aguiMatchers> = baseExpect.extend(aguiMatchers);
