// Costs of work with a recorded log: saving, searching, comparing states, reading the raw text. CPU time,
// medians, each beside a floor or a peer of the same run.
import jsonpatch from 'fast-json-patch';
import { eventsOf, sourceOf } from '@/lib/core/files/log-source';
import { ndjsonFile } from '@/lib/core/files/ndjson-file';
import { recording } from '@/lib/core/files/recording';
import type { Format } from '@/lib/core/files/types';
import { differences } from '@/lib/core/json/diff';
import { cloneJson } from '@/lib/core/json/json-draft';
import { createHistory } from '@/lib/core/log/history';
import { Rows } from '@/lib/core/log/rows';
import type { Fold } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';
import { createFacts } from '@/lib/core/query/facts';
import { createFilter } from '@/lib/core/query/filter';
import { answer } from '../support/exchanges';
import { STARTED, sse } from '../support/logs';
import { cpuMs, measure, piecesOf } from './measure';
import { sessionOf } from './session-of';
import { formatRows, median, type Row } from './table';
import { framesOf, MEGABYTE } from './workload';

const MAX = Number(process.env['LENS_BENCH_MAX'] ?? 1_000_000);
const DELTAS_APART = 2_000;
const NOTHING: Fold<null> = { name: 'nothing', init: () => null, step: () => null, fork: () => null };

type Kept = ReturnType<typeof sessionOf>;

/** Writes a whole file and lets go of each part, as a stream does; gives its length. */
function written({ write }: Format, { log, batches }: Kept): number {
  const parts = write?.(sourceOf(log, () => batches));
  if (parts === undefined || 'refused' in parts) throw new Error('The format writes nothing');
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

function exportRows(kept: Kept): Row[] {
  const { log, batches } = kept;
  const perEvent = (ms: number): number => (ms * 1000) / log.length;
  const row = (what: string, format: Format, beside: string, floor: () => void): Row => ({
    what: `export of ${log.length} events, ${what}`,
    beside,
    ours: perEvent(measure(3, () => void written(format, kept))),
    other: perEvent(measure(3, floor)),
    unit: 'µs/event',
    goal: '≤ 1.3 times',
  });
  return [
    row('recording', recording, 'JSON.stringify of its batches', () => {
      for (const batch of batches) JSON.stringify(batch);
    }),
    row('NDJSON', ndjsonFile, 'JSON.stringify of its events, decoded again', () => {
      for (const event of eventsOf(log)) JSON.stringify(event);
    }),
  ];
}

function searchRow({ log }: Kept): Row {
  const facts = createFacts(log, { findings: () => [], notes: () => new Map() });
  const search = (): void => {
    const rows = new Rows(log, createFilter('zebra crossing', facts));
    rows.advance();
  };
  const floor = (): void => {
    let found = 0;
    for (let seq = 0; seq < log.length; seq++) {
      const text = log.rawOf(seq);
      if (text.includes('zebra') && text.includes('crossing')) found++;
    }
    if (found > 0) throw new Error('Nobody wrote that');
  };
  return {
    what: `search of ${log.length} events for two words that are nowhere`,
    beside: 'String.includes of each frame',
    ours: measure(3, search),
    other: measure(3, floor),
    unit: 'ms',
    goal: '',
  };
}

function diffRow(): Row {
  const { log } = sessionOf(piecesOf(framesOf(60_000, MEGABYTE)));
  const history = createHistory(modelFold, log);
  const state = (seq: number) => history.at(seq).threads.at(0)?.state ?? null;
  const deltas = Array.from({ length: log.length }, (_, seq) => seq).filter(
    (seq) => log.typeOf(seq) === 'STATE_DELTA',
  );
  const [before, after] = [state(deltas[0] ?? 0), state(deltas[DELTAS_APART] ?? 0)];
  // The peer knows nothing of what versions share.
  const [plainBefore, plainAfter] = [cloneJson(before), cloneJson(after)] as object[];
  return {
    what: `states of 0.7 MB, ${DELTAS_APART} deltas apart, compared`,
    beside: 'compare of fast-json-patch',
    ours: measure(9, () => void differences(before, after)),
    other: measure(9, () => void jsonpatch.compare(plainBefore ?? {}, plainAfter ?? {})),
    unit: 'ms',
    goal: '',
  };
}

const LONG_TEXT = 20_000;

/** A message of very many deltas: its text as it was at each of some of them. */
function textRow(): Row {
  const parts = Array.from({ length: LONG_TEXT }, (_, n) => `some words of text ${n} `);
  const events = [STARTED, ...answer('m', ...parts).slice(0, -1)];
  const { log } = sessionOf(piecesOf(events.map((event) => sse(event))));
  const history = createHistory(modelFold, log);
  history.advance();
  const places = Array.from({ length: 200 }, (_, n) => (n * 7919) % LONG_TEXT);
  const ours = places.map((at) =>
    cpuMs(() => {
      const message = history
        .at(at + 2)
        .threads.at(0)
        ?.messages.at(0)?.message;
      // Its end is read, so that it is really there.
      if (typeof message?.content !== 'string' || !message.content.endsWith(` ${at} `))
        throw new Error('Not it');
    }),
  );
  const other = places.map((at) =>
    cpuMs(
      () =>
        void parts
          .slice(0, at + 1)
          .join('')
          .endsWith(' '),
    ),
  );
  return {
    what: `the text of a message at one of its ${LONG_TEXT} deltas`,
    beside: 'its deltas joined',
    ours: median(ours),
    other: median(other),
    unit: 'ms',
    goal: '',
  };
}

/** Every benchmark of what people do with a log. */
export async function useBench(): Promise<readonly Row[]> {
  const warm = sessionOf(piecesOf(framesOf(20_000)));
  createHistory(NOTHING, warm.log).advance();
  written(recording, warm);
  const kept = sessionOf(piecesOf(framesOf(MAX)));
  return [...exportRows(kept), searchRow(kept), diffRow(), textRow()];
}

if (process.argv[1]?.endsWith('use.bench.ts')) console.log(formatRows(await useBench()));
