// Bodies that the page hands on, at any moment, to a reader that no tap sees: each is captured, or a gap reports it.
import { afterEach, expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { fetchTap } from '@/lib/page/fetch';
import type { PageWindow } from '@/lib/page/tap';
import { installTap } from '../contract/tap';
import { waitUntilClosed } from '../support/wait-until';
import { textOf } from '../support/written';
import { readInit, streamParts } from './fakes';

const RUN = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
const PART = 'data: {"type":"RUN_STARTED"}\n\n';
const PARTS = 5;

// The functions of another frame, which has no taps here.
const natives = {
  getReader: ReadableStream.prototype.getReader,
  tee: ReadableStream.prototype.tee,
  pipeTo: ReadableStream.prototype.pipeTo,
  text: Response.prototype.text,
  clone: Response.prototype.clone,
  Response,
};

function answer(parts = PARTS): Response {
  let left = parts;
  const body = new ReadableStream(
    {
      start(controller) {
        if (left === 0) controller.close();
      },
      pull(controller) {
        if (left-- > 0) controller.enqueue(new TextEncoder().encode(PART));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

let undo: (() => void) | undefined;
afterEach(() => undo?.());

function tapped(parts?: number) {
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    readInit(init);
    return answer(parts);
  };
  const page = { fetch, ...streamParts } as unknown as PageWindow;
  const { records, undo: off, gone } = installTap(fetchTap, page);
  undo = off;
  return { records, gone, post: () => page.fetch('run', { method: 'POST', body: RUN }) };
}

const bodyOf = ({ body }: Response): ReadableStream => body ?? new ReadableStream();
/** Reads where no tap is. */
async function readUnseen(stream: ReadableStream): Promise<number> {
  const reader = Reflect.apply(natives.getReader, stream, []) as ReadableStreamDefaultReader<Uint8Array>;
  let parts = 0;
  while (!(await reader.read()).done) parts++;
  return parts;
}
const transfer = (stream: ReadableStream): ReadableStream => structuredClone(stream, { transfer: [stream] });
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
const readOne = async (stream: ReadableStream): Promise<void> => {
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
};

const lost: Readonly<Record<string, (response: Response) => unknown>> = {
  'transferred untouched': (response) => readUnseen(transfer(bodyOf(response))),
  'transferred late': async (response) => {
    await later(1500);
    await readUnseen(transfer(bodyOf(response)));
  },
  'read in part, then transferred': async (response) => {
    await readOne(bodyOf(response));
    await readUnseen(transfer(bodyOf(response)));
  },
  'read in part, then transferred later': async (response) => {
    await readOne(bodyOf(response));
    await later(30);
    transfer(bodyOf(response));
  },
  'a reader made and released, then transferred': async (response) => {
    bodyOf(response).getReader().releaseLock();
    await readUnseen(transfer(bodyOf(response)));
  },
  'one half of a tee transferred': (response) => readUnseen(transfer(bodyOf(response).tee()[0])),
  'one half of a tee transferred, the other cancelled': async (response) => {
    const [one, two] = bodyOf(response).tee();
    const done = readUnseen(transfer(one));
    void two.cancel();
    await done;
  },
  'uploaded, or put into a cache': (response) =>
    Reflect.apply(natives.text, new natives.Response(bodyOf(response)), []),
  'read by a reader of another frame': (response) => readUnseen(bodyOf(response)),
  'read as text by another frame': (response) => Reflect.apply(natives.text, response, []),
  'piped by another frame': (response) =>
    Reflect.apply(natives.pipeTo, bodyOf(response), [new WritableStream()]),
  'split by another frame': (response) => Reflect.apply(natives.tee, bodyOf(response), []),
  'cloned by another frame': (response) =>
    readUnseen(bodyOf(Reflect.apply(natives.clone, response, []) as Response)),
  'read in part, then at once by another frame, which releases it': async (response) => {
    await readOne(bodyOf(response));
    await undefined;
    const reader = Reflect.apply(natives.getReader, bodyOf(response), []) as ReadableStreamDefaultReader;
    while (!(await reader.read()).done);
    reader.releaseLock();
  },
  'held for long where no tap is': (response) => Reflect.apply(natives.getReader, bodyOf(response), []),
};

const readRest = async (stream: ReadableStream): Promise<void> => {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
};

const endOf = (records: readonly CapturedRecord[]): string =>
  records
    .flatMap((record) =>
      record.kind === 'gap' ? [record.reason] : record.kind === 'close' ? [record.how] : [],
    )
    .join(' ');

const ofStream = (records: readonly CapturedRecord[], stream: number): readonly CapturedRecord[] =>
  records.filter((record) => record.kind !== 'navigation' && record.stream === stream);

// Iteration and clones are followed in browsers only (see the end-to-end tests): node makes them of its own public parts.
test('a response that a page hands on is captured or reported, and its stream ends', {
  timeout: 20_000,
}, async () => {
  const { records, post } = tapped();
  const responses: Response[] = [];
  for (const way of Object.values(lost)) {
    const response = await post();
    responses.push(response);
    void way(response);
  }
  await waitUntilClosed(records, responses.length);
  for (const [at, name] of Object.keys(lost).entries()) {
    const own = ofStream(records, at + 1);
    const isWhole = textOf(own) === PART.repeat(PARTS);
    expect(endOf(own), name).toBe(isWhole ? 'complete' : 'unseen complete');
  }
});

const seen: Readonly<Record<string, (response: Response) => unknown>> = {
  'a half is transferred, the other read': async (response) => {
    const [one, two] = bodyOf(response).tee();
    void readUnseen(transfer(one));
    await new Response(two).text();
  },
  'a clone is transferred, the response read': async (response) => {
    void readUnseen(transfer(bodyOf(response.clone())));
    await later(50);
    await response.text();
  },
  'read by one reader after the other': async (response) => {
    for (let n = 0; n < PARTS; n++) await readOne(bodyOf(response));
    await readRest(bodyOf(response));
  },
  'left for a while between two readers': async (response) => {
    await readOne(bodyOf(response));
    await later(1200);
    await readRest(bodyOf(response));
  },
  'looked at after a while': async (response) => {
    await later(2200);
    await response.text();
  },
};

test('a response that the page also reads is captured completely, without a gap', {
  timeout: 20_000,
}, async () => {
  const { records, post } = tapped();
  await Promise.all(Object.values(seen).map(async (way) => way(await post())));
  await waitUntilClosed(records, Object.keys(seen).length);
  for (const [at, name] of Object.keys(seen).entries()) {
    const own = ofStream(records, at + 1);
    expect(textOf(own), name).toBe(PART.repeat(PARTS));
    expect(endOf(own), name).toBe('complete');
  }
});

test('an unread response without bytes ends as complete', { timeout: 20_000 }, async () => {
  const { records, post } = tapped(0);
  await post();
  await waitUntilClosed(records, 1);
  expect(endOf(records)).toBe('complete');
});

test('a response handed on a moment before the document closes is reported', async () => {
  const { records, post, gone } = tapped();
  const response = await post();
  transfer(bodyOf(response));
  gone();
  expect(endOf(records)).toBe('unseen complete');
});
