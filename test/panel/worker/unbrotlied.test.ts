// Files in brotli where the browser unpacks them: whole, cut off, damaged, none, and none that can be unpacked.
import { Duplex } from 'node:stream';
import { brotliCompressSync, createBrotliDecompress } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '@/lib/core/log/log';
import { readBlobs } from '@/lib/panel/worker/read-blob';

afterEach(() => vi.unstubAllGlobals());

/** DecompressionStream with brotli. */
function Unpacking(format: string): unknown {
  if (format !== 'brotli') throw new TypeError('unknown');
  return Duplex.toWeb(createBrotliDecompress());
}

const EVENTS = 2_000;
const SSE = Array.from({ length: EVENTS }, (_none, at) => {
  const noise = Math.sin(at).toString(36).repeat(4);
  return `data: {"type":"CUSTOM","name":"n${at}","value":"${noise}"}\n\n`;
}).join('');
const packed = brotliCompressSync(SSE);

async function read(bytes: Uint8Array, name = 'a.sse.br') {
  const result = await readBlobs([{ name, blob: new Blob([Uint8Array.from(bytes)]) }]);
  if ('error' in result) return result;
  const log = createLog();
  for (const batch of result.batches) log.append(batch);
  const gaps = log.boundaries.flatMap((each) => (each.kind === 'gap' ? [each.detail] : []));
  return { events: log.length, gaps };
}

test('a whole file', async () => {
  vi.stubGlobal('DecompressionStream', Unpacking);
  expect(await read(packed)).toEqual({ events: EVENTS, gaps: [] });
});

test.each([
  ['cut off', packed.subarray(0, (packed.length * 3) / 4)],
  ['damaged', packed.map((byte, at) => (at > packed.length * 0.75 ? byte ^ 0xff : byte))],
])('what comes before, of a file that is %s', async (_what, bytes) => {
  vi.stubGlobal('DecompressionStream', Unpacking);
  const found = await read(bytes);
  expect(found).toEqual({
    events: expect.any(Number),
    gaps: [expect.stringMatching(/^a\.sse\.br is cut off or damaged \(.+\)$/)],
  });
  const events = 'events' in found ? found.events : 0;
  expect(events).toBeGreaterThan(EVENTS / 2);
  expect(events).toBeLessThan(EVENTS);
});

test('one that is no brotli, and one that the browser cannot unpack', async () => {
  vi.stubGlobal('DecompressionStream', Unpacking);
  expect(await read(new TextEncoder().encode(SSE))).toEqual({
    error: expect.stringMatching(/^a\.sse\.br is not brotli, or is damaged: .+\.$/),
  });
  vi.stubGlobal('DecompressionStream', () => {
    throw new TypeError('unknown');
  });
  expect(await read(packed)).toEqual({ error: expect.stringContaining('unpack it first') });
});
