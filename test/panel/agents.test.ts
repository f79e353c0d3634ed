import { expect, test } from 'vitest';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { createAgents, hueOf, isDashed } from '@/lib/panel/agents';
import { createNames } from '@/lib/panel/names';
import { FINISHED, modelOf, openOf, openRecord, STARTED, sse } from '../support/logs';

const page = (url: string, top = true): CapturedRecord => ({
  kind: 'navigation',
  t: 0,
  url,
  timeOrigin: 1_700_000_000_000,
  top,
});

function run(stream: number, url: string, request: object = {}): CapturedRecord[] {
  const input = { threadId: 't', runId: `r${stream}`, messages: [], tools: [], context: [], ...request };
  const text = sse({ ...STARTED, runId: `r${stream}` });
  return [
    { ...openOf(input, url), stream },
    { kind: 'chunk', t: 2, stream, text },
    { kind: 'close', t: 3, stream, how: 'complete' },
  ];
}

/** Names of the agents of some documents, and of the streams in them. */
function named(...documents: readonly (readonly [frameId: number, records: readonly CapturedRecord[]])[]) {
  const log = createLog();
  for (const [at, [frameId, records]] of documents.entries()) log.append({ doc: `d${at}`, frameId, records });
  const model = modelOf(log);
  const agents = createAgents(log, createNames(log), () => model);
  return {
    all: agents.all().map(({ name }) => name),
    of: log.streams.map((stream) => agents.of(stream)?.index),
    frames: log.streams.map((stream) => agents.frameOf(stream)),
  };
}

const SITE = 'http://localhost';

test('a single agent has no name, however many runs it has', () => {
  const records = [page(`${SITE}/`), ...run(1, `${SITE}/agent`), ...run(2, `${SITE}/agent?again`)];
  expect(named([0, records])).toEqual({
    all: [],
    of: [undefined, undefined],
    frames: [undefined, undefined],
  });
});

test('several endpoints of one page are several agents; ids in their paths make no difference', () => {
  const id = (digit: string) => `${digit.repeat(8)}-1111-4222-8333-444455556666`;
  const records = [
    page(`${SITE}/`),
    ...run(1, `${SITE}/cook/${id('a')}`),
    ...run(2, `${SITE}/shop`),
    ...run(3, `${SITE}/cook/${id('b')}`),
  ];
  expect(named([0, records])).toMatchObject({ all: ['cook/*', 'shop'], of: [0, 1, 0] });
});

test('connect and run requests for one agent count as one agent', () => {
  const records = [
    page(`${SITE}/`),
    ...run(1, `${SITE}/api/agent/a/connect`),
    ...run(2, `${SITE}/api/agent/a/run`),
    ...run(3, `${SITE}/api/agent/b/run`),
  ];
  expect(named([0, records]).of).toEqual([0, 0, 1]);
});

test('pages that were visited one after the other need no distinction', () => {
  const visit = (url: string) => [page(`${SITE}/`), ...run(1, url)];
  expect(named([0, visit(`${SITE}/a`)], [0, visit(`${SITE}/b`)]).all).toEqual([]);
});

test('a frame is distinguished from the page and from another frame, by its address', () => {
  const frame = (url: string) => [page(url, false), ...run(1, `${SITE}/agent`)];
  const made = named(
    [0, [page(`${SITE}/`), ...run(1, `${SITE}/agent`)]],
    [7, frame(`${SITE}/chat`)],
    [9, frame(`${SITE}/help`)],
  );
  expect(made).toEqual({
    all: ['agent', 'chat', 'help'],
    of: [0, 1, 2],
    frames: [undefined, `${SITE}/chat`, `${SITE}/help`],
  });
});

/** A run that is requested on one path and received on another, in this order of records. */
function split(stream: number, [asked, read]: readonly [string, string], isAskedFirst = true) {
  const input = { threadId: 't', runId: `r${stream}`, messages: [], tools: [], context: [] };
  const request: CapturedRecord = {
    ...openRecord({ url: asked, status: 202, requestBody: JSON.stringify(input) }),
    stream,
  };
  const source: CapturedRecord = {
    ...openOf(undefined, read),
    transport: 'event-source',
    method: 'GET',
    stream: stream + 1,
  };
  const chunk = (event: object): CapturedRecord => {
    const text = sse({ ...event, runId: `r${stream}` });
    return { kind: 'chunk', t: 2, stream: stream + 1, text };
  };
  const records = isAskedFirst ? [request, source, chunk(STARTED)] : [source, chunk(STARTED), request];
  return [...records, chunk(FINISHED)];
}

test.each([true, false])('streams of one run are one agent, requested first: %s', (isAskedFirst) => {
  const records = split(1, [`${SITE}/chat/send`, `${SITE}/chat/stream`], isAskedFirst);
  expect(named([0, [page(`${SITE}/`), ...records]]).all).toEqual([]);
  const made = named([0, [page(`${SITE}/`), ...records, ...run(3, `${SITE}/shop`)]]);
  expect(made.of).toEqual([0, 0, 1]);
});

test('unidentified streams are checked once until the model changes, for any number of readers', () => {
  const log = createLog();
  const records = Array.from({ length: 100 }, (_, at) => ({
    ...openOf(undefined, `${SITE}/${at}`),
    stream: at + 1,
  }));
  log.append({ doc: 'd', frameId: 0, records });
  let looks = 0;
  const boundaries = log.boundaries.map((boundary) => {
    if (boundary.kind !== 'open') return boundary;
    const counting = {
      ...boundary.stream,
      get index() {
        looks++;
        return boundary.stream.index;
      },
    };
    return { ...boundary, stream: counting };
  });
  const model = modelOf(log);
  const agents = createAgents({ boundaries }, createNames(log), () => model);
  for (const stream of log.streams) expect(agents.of(stream)).toBeUndefined();
  // Once for its run, once for its end.
  expect(looks).toBe(200);
});

test('the names omit the common part of the paths', () => {
  const records = [
    page(`${SITE}/`),
    ...run(1, `${SITE}/api/copilotkit/agent/cook/run`),
    ...run(2, `${SITE}/api/copilotkit/agent/shop/run`),
    ...run(3, `${SITE}/api/single`),
  ];
  expect(named([0, records]).all).toEqual(['copilotkit/agent/cook', 'copilotkit/agent/shop', 'single']);
});

test('six agents have distinguishable hues, none like a warning; further ones have a pattern', () => {
  expect(Array.from({ length: 8 }, (_none, index) => isDashed({ index }))).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  const hues = Array.from({ length: 6 }, (_none, index) => hueOf({ index })).sort((a, b) => a - b);
  for (const [at, hue] of hues.entries()) {
    expect(hue).toBeGreaterThanOrEqual(120);
    expect(hue).toBeLessThanOrEqual(355);
    expect((hues[at + 1] ?? 400) - hue).toBeGreaterThan(10);
  }
});
