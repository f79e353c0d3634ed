// The published functions. Their declarations contain only published types.
import { LEVELS, pathProblem } from '@/lib/core/redact/policy';
import { createRandom } from '@/lib/core/redact/random';
import { redact as redactParts } from '@/lib/core/redact/redact';
import { atOpened } from './at';
import { checkSource } from './check';
import { compactOpened } from './compact';
import { plainSource, writerOf, writtenText } from './convert';
import { diffOpened } from './diff';
import { listOf, OptionError, oneOf } from './lens-error';
import { openBatches } from './open';
import { openSource, recordingOf } from './recording';
import { partOf } from './runs-of-file';
import type {
  AguiEvent,
  AtOptions,
  Checked,
  CheckOptions,
  CompactOptions,
  Difference,
  DiffOptions,
  Recorded,
  RedactOptions,
  Source,
  ThreadView,
} from './types';

/**
 * Messages, state, runs, tool calls and interrupts of a thread as of an event, by default the last. Throws a LensError
 * for an unknown event or thread, and for the view `app` of a client that is not known.
 */
export function at(source: Source, { seq, ...options }: AtOptions = {}): ThreadView {
  const query = { ...options, ...(seq !== undefined && { seq: String(seq) }) };
  return atOpened(openSource(source, options), query);
}

/**
 * Finds violations of the protocol, with their effect on the app and a fix. Throws a LensError if there is no event.
 */
export function check(source: Source, options: CheckOptions = {}): Checked {
  return checkSource(source, options, false);
}

/**
 * Compacts the events: the deltas of a message are joined. Throws a LensError if a replay of the result would differ.
 */
export function compact(source: Source, options: CompactOptions = {}): readonly AguiEvent[] {
  const { events } = compactOpened(openSource(source, options), options.mode ?? 'safe');
  // Events have a type.
  return [...events] as unknown as AguiEvent[];
}

/**
 * Writes a source in another format: recording, markdown, har, vitest-test and others, which the error for an unknown one
 * lists. Throws a LensError if the format cannot express the source.
 */
export function convert(source: Source, format: string): string {
  return [...writtenText(writerOf(format, 'format'), plainSource(openSource(source)))].join('');
}

/**
 * Compares two sources: events, messages, state, tool calls, findings, figures. Throws a LensError if there is no such
 * run.
 */
export function diff(a: Source, b: Source, options: DiffOptions = {}): Difference {
  return diffOpened([openSource(a, { name: 'a' }), openSource(b, { name: 'b' })], options).difference;
}

/**
 * Replaces every value that is not known to be safe by a placeholder; shape, findings and timing stay. Write the result
 * with `convert`. Throws a LensError for an unknown run or an invalid path to keep.
 */
export function redact(source: Source, options: RedactOptions = {}): Recorded {
  const { level = 'share', keep = [], runs } = options;
  for (const [name, list] of Object.entries({ keep, runs })) if (list !== undefined) listOf(name, list);
  const problem =
    keep.length > 0 && level !== 'choose' && level !== 'tools'
      ? `it is for the levels 'choose' and 'tools', not for '${level}'.`
      : pathProblem(keep);
  if (problem !== undefined) throw new OptionError(`keep: ${problem}`);
  const opened = openSource(source, options);
  const redacted = redactParts(runs === undefined ? opened : partOf(opened, runs), {
    level: oneOf('level', LEVELS, level),
    keep,
    random: createRandom((numbers) => crypto.getRandomValues(numbers)),
  });
  return recordingOf(openBatches({ ...redacted, name: 'redacted' }));
}
