// Redaction: batches of a session in, batches of the same shape out, without values that are not listed as safe. All
// formats are written from the redacted batches, so that none can leak values.

import { consumers } from '@/lib/core/consumers/consumers';
import { type StoredAnnotations, withoutEmptyAnnotations } from '@/lib/core/files/annotations';
import { bodiesOf } from '@/lib/core/files/bodies';
import type { FileBatch } from '@/lib/core/files/types';
import { nearestName } from '@/lib/core/json/nearest';
import { rules } from '@/lib/core/lint/rules';
import { UNBOUNDED } from '@/lib/core/log/bounds';
import { RecordReader, type Sink } from '@/lib/core/log/record-reader';
import { dialectNames } from '@/lib/core/log/stream-reader';
import { CAPABILITIES } from '@/lib/core/redact/body';
import { noteArguments } from '@/lib/core/redact/chosen';
import { createDeltas } from '@/lib/core/redact/deltas';
import { createSecretMask } from '@/lib/core/redact/hide-secrets';
import { type Level, policyOf } from '@/lib/core/redact/policy';
import type { Random } from '@/lib/core/redact/random';
import { RecordRedaction, type StreamBody } from '@/lib/core/redact/record';
import type { Redaction } from '@/lib/core/redact/redaction';
import { createTokens } from '@/lib/core/redact/tokens';
import { redactUrl } from '@/lib/core/redact/url';

export interface SessionParts {
  readonly batches: Iterable<FileBatch>;
  readonly annotations?: StoredAnnotations;
}

export interface RedactionOptions {
  readonly level: Level;
  /** Paths to keep, at the level `choose`. */
  readonly keep?: readonly string[];
  /** Hides secrets in kept values. */
  readonly hidesSecrets?: boolean;
  /** Draws the tokens; must not be predictable. */
  readonly random: Random;
}

interface RedactedParts {
  readonly batches: readonly FileBatch[];
  readonly annotations: StoredAnnotations;
  /** Number of different replaced values. */
  readonly replaced: number;
  /** Paths to keep that had no value. */
  readonly unused: readonly string[];
}

/** Only streams and framing are read: nothing is decoded. */
const NO_EVENTS: Sink = { store: () => 0, close: () => 0, seq: () => 0 };

function streamsOf(batches: readonly FileBatch[]): readonly StreamBody[] {
  const reader = new RecordReader(NO_EVENTS, undefined, UNBOUNDED);
  for (const batch of batches) reader.append(batch);
  reader.finish();
  const bodies = bodiesOf(reader, batches);
  return reader.streams.map(({ index, framing, asksForCapabilities }) => ({
    index,
    framing: asksForCapabilities ? CAPABILITIES : framing,
    parts: bodies[index] ?? [],
  }));
}

/** One pass. Requests come first, as parts of texts are replaced in the order in which they were noted. */
function passThrough(
  batches: readonly FileBatch[],
  streams: readonly StreamBody[],
  redaction: Redaction,
): RecordRedaction {
  const pass = new RecordRedaction(redaction);
  for (const { records } of batches) {
    for (const record of records) if (record.kind === 'open') pass.request(record);
  }
  pass.bodies(streams);
  return pass;
}

/** Minimum length of tool names, so that no two are similar by chance. */
const NAME_LEAST = 12;

/** A name similar to a tool's stays similar: a misspelling must stay visible. */
function nameNeighbours({ declared, called, tokens }: Redaction): void {
  for (const name of [...declared, ...called]) tokens.text(name, NAME_LEAST);
  for (const name of called) {
    if (declared.has(name)) continue;
    const near = nearestName(name, [...declared]);
    if (near === undefined) continue;
    const token = tokens.text(near);
    tokens.set(name, `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`);
  }
}

function redactAnnotations(annotations: StoredAnnotations, { tokens }: Redaction): StoredAnnotations {
  const { rulesOff = [], notes = [], dialects = {}, consumers: chosen = {} } = annotations;
  const ruleIds = new Set<string>(rules.map(({ id }) => id));
  const docKey = (key: string): string =>
    key.replace(/^(.*)(:\d+)$/s, (_all, doc: string, number: string) => tokens.text(doc) + number);
  const known = (
    values: Readonly<Record<string, string>>,
    names: readonly string[],
    keyOf: (key: string) => string,
  ) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) =>
        names.includes(value) ? [[keyOf(key), value] as const] : [],
      ),
    );
  return withoutEmptyAnnotations({
    isRedacted: true,
    rulesOff: rulesOff.filter((id) => ruleIds.has(id)),
    notes: notes.map(([seq, text]) => [seq, tokens.text(text)] as const),
    dialects: known(dialects, dialectNames(), docKey),
    consumers: known(
      chosen,
      consumers.map(({ id }) => id),
      (site) => redactUrl(site, tokens),
    ),
  });
}

function notingOf({ level, keep, random }: RedactionOptions): Redaction {
  const policy = policyOf(level, keep);
  return {
    tokens: createTokens(random),
    policy,
    deltas: createDeltas(),
    isNoting: true,
    toolWords: new Set(),
    longest: 0,
    grown: new Map(),
    declared: new Set(),
    called: new Set(),
    keptKeys: new Set(policy.names),
    keptIds: new Set(),
    keepsArguments: false,
  };
}

export function isUnchanged({ level, hidesSecrets }: RedactionOptions): boolean {
  return level === 'full' && hidesSecrets !== true;
}

export function redact(
  { batches, annotations = {} }: SessionParts,
  options: RedactionOptions,
): RedactedParts {
  const all = [...batches];
  const { level } = options;
  const whole = { batches: all, annotations, replaced: 0, unused: [] };
  const redacted =
    level === 'full' || level === 'secrets' ? whole : withPlaceholders(all, annotations, options);
  return level === 'secrets' || options.hidesSecrets ? withoutSecrets(redacted, options) : redacted;
}

function withoutSecrets(
  { batches, annotations, replaced, unused }: RedactedParts,
  options: RedactionOptions,
): RedactedParts {
  const streams = streamsOf(batches);
  const hides = createSecretMask();
  const noting: Redaction = { ...notingOf(options), hides };
  passThrough(batches, streams, noting);
  noting.deltas.hide(hides);
  const written = passThrough(batches, streams, { ...noting, isNoting: false });
  const made = batches.map((batch) => ({
    ...batch,
    records: batch.records.map((record) => written.record(record)),
  }));
  const notes = annotations.notes?.map(([seq, text]) => [seq, hides.text(text)] as const);
  return {
    batches: made,
    annotations: { ...annotations, ...(notes !== undefined && { notes }) },
    replaced: replaced + hides.count,
    unused,
  };
}

function withPlaceholders(
  all: readonly FileBatch[],
  annotations: StoredAnnotations,
  options: RedactionOptions,
): RedactedParts {
  const streams = streamsOf(all);
  const noting = notingOf(options);
  const { policy } = noting;
  passThrough(all, streams, noting);
  for (const text of noting.deltas.keptArguments()) noteArguments(text, noting);
  // Kept schemas limit the length of texts.
  const isExact = policy.keepsTools;
  const longest =
    noting.longest + [...noting.grown.values()].reduce((most, count) => Math.max(most, count), 0);
  const { toolWords: taken, keptKeys: keys, keptIds } = noting;
  const tokens = createTokens(options.random, { longest, isExact, taken, keys });
  for (const id of keptIds) tokens.set(id, id);
  const redaction: Redaction = { ...noting, tokens, isNoting: false };
  if (!policy.keepsTools) nameNeighbours(redaction);
  redaction.deltas.settle(tokens, (word) => redaction.toolWords.has(word));
  const written = passThrough(all, streams, redaction);
  const made = all.map(({ doc, records, ...batch }) => ({
    ...batch,
    doc: tokens.text(doc),
    records: records.map((record) => written.record(record)),
  }));
  return {
    batches: made,
    annotations: redactAnnotations(annotations, redaction),
    replaced: tokens.count,
    unused: policy.unused(),
  };
}
