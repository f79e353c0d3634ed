// A pause that does not fit the rhythm of the stream.
import { SILENCE_MS } from '@/lib/lint/silence';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** Reads before this many say nothing of a rhythm. */
const READS_MIN = 20;
/** A gap is a stall where it is this many times as long as usual: tokens come in gusts of a few times the mean. */
const TIMES = 20;

/** Gaps that are far longer than the others; longer ones only, so that a bad stream does not fill the list. */
export const stall: Rule = {
  id: 'stall',
  severity: 'info',
  needsHistory: true,
  summary: 'The stream paused for far longer than it usually does.',
  spec: 'https://docs.ag-ui.com/concepts/events#event-flow-patterns',
  impact: 'The app stands still in the middle of an answer.',
  fix: 'Look at what the agent does there; a step or activity event would tell the user.',
  timing(signal, { logged, timing, model }) {
    if (signal.kind !== 'gap' || timing.gaps < READS_MIN || signal.gapMs <= timing.stallMs) return undefined;
    // Silence has a rule of its own, and a tool may take its time.
    if (signal.gapMs / Math.max(signal.reads, 1) >= SILENCE_MS || logged.type === 'TOOL_CALL_RESULT')
      return undefined;
    if (signal.gapMs < TIMES * timing.meanMs) return undefined;
    const run = model.runs.at(streamView(model, logged.stream).run);
    if (run?.status !== 'running' || (run.startSeq ?? logged.seq) >= logged.seq) return undefined;
    const usual = Math.max(1, Math.round(timing.meanMs));
    return {
      message: `${(signal.gapMs / 1000).toFixed(1)} s passed after event ${timing.lastSeq} (${timing.lastType}), where ${usual} ms are usual.`,
      related: [timing.lastSeq],
    };
  },
};
