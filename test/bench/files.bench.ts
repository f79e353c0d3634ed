// Costs of a million events as files: written, packed, as a report, and read again; time and peak memory, each beside
// the necessary minimum in the same run. `LENS_BENCH_MAX=100000 tsx test/bench/files.bench.ts` is a small one.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compactSafe } from '@/lib/core/compact/safe';
import { formats } from '@/lib/core/files/formats';
import { packed } from '@/lib/core/files/gzip';
import { htmlReport } from '@/lib/core/files/html-report';
import { sourceOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { recording } from '@/lib/core/files/recording';
import type { FileBatch, Format } from '@/lib/core/files/types';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { question, requestOf } from '../support/exchanges';
import { openOf, sse } from '../support/logs';
import { events } from '../support/stream-text';
import { cpuMs, piecesOf } from './measure';
import { sessionOf } from './session-of';
import { formatRows, type Row } from './table';
import { framesOf } from './workload';

const MAX = Number(process.env['LENS_BENCH_MAX'] ?? 1_000_000);
const REPORT = { script: '', style: '', hash: '' };

/** CPU time, and the rise of memory above its start. */
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
  const file = { name: 'a.agui.jsonl.gz', chunks: () => [bytes] };
  const read = readFile(file);
  if ('error' in read) throw new Error(read.error);
  const log = createLog();
  for (const batch of read.batches) {
    log.append(batch);
    yield log.length;
  }
}

const ROOT = join(import.meta.dirname, '../..');
/** Reads a file as server-sent events, and does nothing with them. */
const READS = `
  import { readFileSync } from 'node:fs';
  const text = readFileSync(process.argv[1], 'utf8');
  for (const frame of text.split('\\n\\n')) if (frame !== '') JSON.parse(frame.slice(6));
`;

/** CPU time in ms and largest memory in MB, as reported by the program at its end. */
function programCost(folder: string, args: readonly string[]): Cost {
  const tells = join(folder, 'cost.json');
  const preloaded = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      writeFileSync(${JSON.stringify(tells)}, JSON.stringify({ ms: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1000 }));
    });`;
  const preload = `data:text/javascript,${encodeURIComponent(preloaded)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(tells, 'utf8')) as Cost;
}

/** Compacting safely: in a program that has the events, and from the command line, where a file is read too. */
function compactRows(frames: readonly string[]): Row[] {
  const events = frames.map((frame) => JSON.parse(frame.slice('data: '.length)));
  const parsed = cpuMs(() => {
    for (const frame of frames) JSON.parse(frame.slice('data: '.length));
  });
  const compacted = cpuMs(() => compactSafe(events));
  const perEvent = (ms: number) => (ms * 1000) / frames.length;
  const folder = mkdtempSync(join(tmpdir(), 'lens-bench-'));
  try {
    const file = join(folder, 'events.sse');
    const to = openSync(file, 'w');
    for (let at = 0; at < frames.length; at += 10_000) writeSync(to, frames.slice(at, at + 10_000).join(''));
    closeSync(to);
    const ours = programCost(folder, ['--import', 'tsx', 'lib/package/cli/main.ts', 'compact', file]);
    const floor = programCost(folder, ['--input-type=module', '--eval', READS, file]);
    const what = `${frames.length} events compacted safely`;
    const beside = 'a program that reads the file and parses each event';
    return [
      {
        what: `${what}, parsed already`,
        beside: 'JSON.parse of each',
        ours: perEvent(compacted),
        other: perEvent(parsed),
        unit: 'µs/event',
        goal: '≤ 4 µs/event',
      },
      {
        what: `${what} from the command line: time`,
        beside,
        ours: ours.ms / 1000,
        other: floor.ms / 1000,
        unit: 's CPU',
        goal: '≤ 15 s',
      },
      {
        what: `${what} from the command line: memory`,
        beside,
        ours: ours.mb,
        other: floor.mb,
        unit: 'MB',
        goal: '≤ 1000 MB',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A conversation of so many runs, each asked for by itself. */
function conversation(runs: number): FileBatch {
  const records: CapturedRecord[] = [
    { kind: 'navigation', t: 0, url: 'http://x/', timeOrigin: 0, top: true },
  ];
  for (let at = 0; at < runs; at++) {
    const place = { t: at, stream: at + 1 };
    const list = events(`
      run r${at} · text a${at} "Yes."
      TOOL_CALL_START {"toolCallId":"c${at}","toolCallName":"look","parentMessageId":"a${at}"}
      TOOL_CALL_ARGS {"toolCallId":"c${at}","delta":"{}"} · TOOL_CALL_END {"toolCallId":"c${at}"}
      result c${at} "found" · patch [{"op":"add","path":"/k${at}","value":${at}}] · end
    `);
    records.push(
      { ...openOf(requestOf(`r${at}`, [question(`u${at}`)])), ...place },
      { ...place, kind: 'chunk', text: sse(...list) },
      { ...place, kind: 'close', how: 'complete' },
    );
  }
  return { doc: 'd', frameId: 0, n: 0, records };
}

/** Growth of the writing time for four times as many runs, in the format with the largest. */
function growthRow(runs: number): Row {
  const sessions = [runs, 4 * runs].map((count) => {
    const batch = conversation(count);
    const log = createLog();
    log.append(batch);
    return { ...sourceOf(log, () => [batch]), report: REPORT };
  });
  const growth = formats.flatMap(({ id, write }) => {
    const [one, four] = sessions.map((source) =>
      Math.min(
        ...[1, 2, 3, 4, 5].map(() =>
          cpuMs(() => {
            const written = write?.(source) ?? [];
            if (!('refused' in written)) for (const _part of written);
          }),
        ),
      ),
    );
    // Too short for a ratio.
    return one === undefined || four === undefined || four < 100 ? [] : [{ id, times: four / one }];
  });
  const { id = '', times = Number.NaN } = growth.toSorted((a, b) => b.times - a.times)[0] ?? {};
  return {
    what: `${4 * runs} runs written, in the format that grows most (${id})`,
    beside: 'so many times the runs',
    ours: times,
    other: 4,
    unit: `times as long as ${runs}`,
    goal: '≤ 1.5 times',
  };
}

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
    ...compactRows(frames),
    growthRow(Math.min(2_000, MAX / 50)),
  ];
}

if (process.argv[1]?.endsWith('files.bench.ts')) console.log(formatRows(filesBench()));
