// What a million events cost as files: written, packed, as a report, and read again; time and peak memory, each beside
// what must be done at least, in the same run. `LENS_BENCH_MAX=100000 tsx test/bench/files.bench.ts` is a small one.
import { gzipSync } from 'node:zlib';
import { packed } from '@/lib/files/gzip';
import { htmlReport } from '@/lib/files/html-report';
import { readInSteps } from '@/lib/files/in-steps';
import { sourceOf } from '@/lib/files/log-source';
import { recording } from '@/lib/files/recording';
import type { Format } from '@/lib/files/types';
import { createLog } from '@/lib/log/log';
import { cpuMs, piecesOf } from './measure';
import { sessionOf } from './session-of';
import { formatRows, type Row } from './table';
import { framesOf } from './workload';

const MAX = Number(process.env['LENS_BENCH_MAX'] ?? 1_000_000);
const REPORT = { script: '', style: '', hash: '' };

/** What some work took: CPU time, and how far memory rose above where it began. */
interface Cost {
  readonly ms: number;
  readonly mb: number;
}

/** Goes through parts and lets go of each, as a stream does. */
function costOf(parts: () => Iterable<unknown>): Cost {
  const before = process.memoryUsage().rss;
  let most = before;
  let count = 0;
  const ms = cpuMs(() => {
    for (const _part of parts()) if (count++ % 256 === 0) most = Math.max(most, process.memoryUsage.rss());
  });
  return { ms, mb: Math.max(0, Math.max(most, process.memoryUsage.rss()) - before) / 1e6 };
}

function rowsOf(what: string, beside: string, [ours, other]: readonly [Cost, Cost]): Row[] {
  return [
    { what: `${what}: time`, beside, ours: ours.ms, other: other.ms, unit: 'ms CPU' },
    { what: `${what}: memory on top`, beside, ours: ours.mb, other: other.mb, unit: 'MB' },
  ];
}

function* encoded(texts: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Reads a file in steps, batch by batch, into a log. */
function* imported(bytes: Uint8Array): Iterable<number> {
  const steps = readInSteps({ name: 'a.agui.jsonl.gz', size: bytes.length, bytes: () => [bytes] });
  if (steps === undefined || 'error' in steps) throw new Error(steps?.error ?? 'It is not read in steps.');
  const log = createLog();
  for (const batch of steps.batches) {
    log.append(batch);
    yield log.length;
  }
}

/** Every benchmark of files. */
export function filesBench(): readonly Row[] {
  const { batches, log } = sessionOf(piecesOf(framesOf(MAX)));
  const name = `${log.length} events`;
  const written = ({ write }: Format): Iterable<string> => {
    const parts = write?.({ ...sourceOf(log, () => batches), report: REPORT });
    if (parts === undefined || 'refused' in parts) throw new Error('The format writes nothing.');
    return parts;
  };
  const lines = function* (): Iterable<string> {
    for (const batch of batches) yield `${JSON.stringify(batch)}\n`;
  };
  const floor = costOf(lines);
  const text = [...lines()].join('');
  const frames = framesOf(MAX);
  const file = Buffer.concat([...packed(encoded(written(recording)))]);
  const parsed = function* (): Iterable<unknown> {
    for (const line of text.split('\n')) if (line !== '') yield JSON.parse(line);
    for (const frame of frames) yield JSON.parse(frame.slice('data: '.length));
  };
  const json = 'JSON.stringify of its batches';
  return [
    ...rowsOf(`${name} written as a recording`, json, [costOf(() => written(recording)), floor]),
    ...rowsOf(`${name} written as a report`, json, [costOf(() => written(htmlReport)), floor]),
    ...rowsOf(`${name} written and packed`, 'gzipSync of node:zlib over the whole text', [
      costOf(() => packed(encoded(written(recording)))),
      costOf(() => [gzipSync(text)]),
    ]),
    ...rowsOf(`${name} unpacked and read`, 'JSON.parse of each line and each event, unpacked before', [
      costOf(() => imported(file)),
      costOf(parsed),
    ]),
  ];
}

if (process.argv[1]?.endsWith('files.bench.ts')) console.log(formatRows(filesBench()));
