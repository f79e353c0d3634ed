// Findings of a file.

import type { Readers } from '@/lib/core/consumers/consumers';
import { CLIENT_1_0, PROFILE_IDS, PROFILES } from '@/lib/core/consumers/profile';
import { eventsElsewhereText, isNearEvent, isNearType, noEventsText } from '@/lib/core/files/no-events';
import { createLintFold } from '@/lib/core/lint/lint';
import { bySeq } from '@/lib/core/lint/order';
import { namedRules, ruleTextOf } from '@/lib/core/lint/selection';
import type { Finding } from '@/lib/core/lint/types';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { foldSteps, type LogStep } from '@/lib/core/log/walk';
import { isLoss } from '@/lib/messages/records';
import { LensError, listOf, OptionError, oneOf } from './lens-error';
import { type Opened, readersFor } from './open';
import { openSource } from './recording';
import type { Checked, CheckOptions, Source } from './types';

/** Maximum number of gaps in a sentence. */
const GAPS_NAMED = 3;

type Gap = Extract<Boundary, { kind: 'gap' }>;

/** Read at the end of a file: a gap may grow until then. */
function gapText({ detail, stream }: Gap): string {
  const what = detail.replace(/\.$/, '');
  return stream === undefined ? what : `${what} (stream ${stream.index})`;
}

function missingText(gaps: readonly Gap[]): string | undefined {
  if (gaps.length === 0) return undefined;
  const named = gaps.slice(0, GAPS_NAMED).map(gapText).join('; ');
  const more = gaps.length > GAPS_NAMED ? `; and ${gaps.length - GAPS_NAMED} more` : '';
  return `Missing data was not checked: ${named}${more}.`;
}

/** Rule ids of names; throws an OptionError for unknown names. `where` begins the sentence. */
export function rulesNamed(names: readonly string[], where: string): ReadonlySet<string> {
  const { ids, unknown } = namedRules(listOf(where, names));
  if (unknown.length === 0) return ids;
  throw new OptionError(`${where} names unknown rules: ${unknown.map((name) => `'${name}'`).join(', ')}.`);
}

/** Replaces an unknown consumer by the stock client. */
function orStock(readers: Readers): Readers {
  return (stream, seq) => {
    const reader = readers(stream, seq);
    return reader.profile === undefined ? { ...reader, profile: CLIENT_1_0 } : reader;
  };
}

interface CheckQuery extends Pick<CheckOptions, 'profile' | 'consumer'> {
  /** Ids of rules to turn off, besides those of the recording. */
  readonly off: ReadonlySet<string>;
  /** True to check streams of unknown consumers as the stock client. */
  readonly isStockDefault?: boolean;
}

export interface CheckedFile {
  readonly findings: readonly Finding[];
  /** Number of findings beyond the limit. */
  readonly leftOut: number;
  /** One sentence about gaps. */
  readonly missing: string | undefined;
  readonly streams: readonly Stream[];
  /** Number of frames. */
  readonly length: number;
}

/** Checks a file; throws a LensError if it has no event. */
export function checkOpened(opened: Opened, query: CheckQuery): CheckedFile {
  const { profile, consumer, isStockDefault = false } = query;
  const { rulesOff = [] } = opened.annotations;
  const readers = readersFor(consumer, opened.annotations);
  const detected = isStockDefault && consumer === undefined ? orStock(readers) : readers;
  const judge = profile === undefined ? detected : PROFILES[oneOf('profile', PROFILE_IDS, profile)];
  const walk = opened.walk();
  const gaps: Gap[] = [];
  const types = new Set<string>();
  let length = 0;
  const named = new Set<string>();
  let isNear = false;
  let firstFrame: string | undefined = '';
  const noted = function* (): Iterable<LogStep> {
    for (const step of walk.steps()) {
      if ('event' in step) {
        const { type, stream, raw, binary } = step.event;
        if (length++ === 0) firstFrame = binary ? undefined : raw;
        types.add(type);
        if (stream.isUnjudged !== true) named.add(type);
      } else if (isNearEvent(step.boundary)) isNear = true;
      else if (step.boundary.kind === 'gap' && isLoss(step.boundary)) gaps.push(step.boundary);
      yield step;
    }
  };
  const fold = createLintFold(judge, new Set([...query.off, ...namedRules(rulesOff).ids]));
  const { findings, leftOut } = foldSteps(fold, noted());
  const { streams } = walk;
  const missing = missingText(gaps);
  const hasNamedFrame = isNear || [...named].some(isNearType);
  const content = { length, hasNamedFrame, firstFrame, streams, typeNames: [...types] };
  const isSilent = length === 0 && findings.length === 0;
  const empty =
    noEventsText(opened.name, content) ?? (isSilent ? eventsElsewhereText(opened.name, streams) : undefined);
  if (empty !== undefined) throw new LensError(missing === undefined ? empty : `${empty} ${missing}`);
  return { findings: [...findings].sort(bySeq), leftOut, missing, streams, length };
}

/** Like `check`; with `isStockDefault`, streams of unknown consumers are checked as the stock client 1.0. */
export function checkSource(source: Source, options: CheckOptions, isStockDefault: boolean): Checked {
  const query = { ...options, off: rulesNamed(options.off ?? [], 'off'), isStockDefault };
  const { findings, leftOut, missing } = checkOpened(openSource(source, options), query);
  return {
    ok: !findings.some(({ severity }) => severity === 'error'),
    findings: findings.map(({ beforeSeq: _beforeSeq, ...finding }) => {
      const { impact, fix, spec } = ruleTextOf(finding.rule);
      return { ...finding, impact, fix, spec };
    }),
    leftOut,
    ...(missing !== undefined && { missing }),
  };
}
