// Common parts of a redacted session and its original: events, times, runs, findings.

import { chosenReaders } from '@/lib/core/consumers/consumers';
import type { StoredAnnotations } from '@/lib/core/files/annotations';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { createLintFold } from '@/lib/core/lint/lint';
import { createWalk, foldSteps } from '@/lib/core/log/walk';
import { type RedactionOptions, redact } from '@/lib/core/redact/redact';
import { lengthClass } from '@/lib/core/redact/tokens';
import { isKeptWord } from '@/lib/core/redact/words';
import { modelOf, plain } from '../../support/logs';
import { createRandom } from '../model/random';

/** The batches of a redacted session; a seed draws the same tokens each time. */
export function redacted(
  batches: readonly FileBatch[],
  { seed = 1, ...options }: Partial<RedactionOptions> & { readonly seed?: number } = {},
): readonly FileBatch[] {
  return redact({ batches }, { level: 'share', random: createRandom(seed).below, ...options }).batches;
}

/** Structure of a value: the kinds of its parts, and its blank texts. */
function skeletonOf(value: unknown): Json {
  if (typeof value === 'string') return value.trim() === '' ? value : 'text';
  if (Array.isArray(value)) return value.map(skeletonOf);
  if (!isJsonObject(value)) return typeof value;
  return Object.values(value).map(skeletonOf);
}

/** The shape of a session, independent of its content. */
export function shapeOf(batches: readonly FileBatch[], { consumers = {} }: StoredAnnotations = {}) {
  const log = readLog(batches);
  const events = Array.from({ length: log.length }, (_none, seq) => {
    const event = log.at(seq);
    const problems = event?.problems.map(({ code }) => code).join(' ') ?? '';
    // A server's own event names are private.
    const type = log.typeOf(seq);
    const name = isKeptWord(type) ? type : lengthClass(type.length);
    return `${name} ${log.timeMsOf(seq)} ${event?.record} ${event?.stream.index} ${problems}`.trim();
  });
  const model = modelOf(log);
  const runs = [...model.runs].map(({ status, startMs, events: count }) => `${status} ${startMs} ${count}`);
  const calls = [...model.toolCalls].map(({ json, status, lastArgMs }) => `${json} ${status} ${lastArgMs}`);
  const messages = [...model.threads].map((thread) =>
    [...thread.messages].map(({ message }) => message.role).join(' '),
  );
  const fold = createLintFold(chosenReaders(consumers));
  const { findings } = foldSteps(fold, createWalk(batches).steps());
  return {
    events,
    states: [...model.threads].map(({ state }) => skeletonOf(plain(state))),
    runs,
    calls,
    messages,
    streams: log.streams.map(
      ({ framing, dialect, status, close }) => `${framing} ${dialect} ${status} ${close?.how}`,
    ),
    findings: findings.map(({ rule, severity, seq, stream }) => `${rule} ${severity} ${seq} ${stream}`),
  };
}
