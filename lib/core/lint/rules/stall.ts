import { formatNumber } from '@/lib/core/json/format';
import { SILENCE_MS } from '@/lib/core/lint/rules/silence';
import { lastEventName } from '@/lib/core/lint/stream-timing';
import type { Rule } from '@/lib/core/lint/types';
import { runIn } from '@/lib/core/model/queries/lookup';

/** Minimum number of reads for a known rhythm. */
const READS_MIN = 20;
/** Ratio of a stall to the mean gap: tokens arrive in bursts with gaps of a few times the mean. */
const TIMES = 20;

export const stall: Rule = {
  id: 'stall',
  severity: 'info',
  needsHistory: true,
  summary: 'The stream paused for much longer than usual.',
  spec: 'https://docs.ag-ui.com/concepts/events#event-flow-patterns',
  impact: 'The app stalls in the middle of a response.',
  fix: 'Check what the agent does at this point; a step or activity event would inform the user.',
  timing(signal, { logged, timing, model }) {
    if (signal.kind !== 'gap' || timing.gaps < READS_MIN || signal.gapMs <= timing.stallMs) return undefined;
    // Another rule reports silence, and tools may take time.
    if (signal.gapMs / Math.max(signal.reads, 1) >= SILENCE_MS || logged.type === 'TOOL_CALL_RESULT')
      return undefined;
    if (signal.gapMs < TIMES * timing.meanMs) return undefined;
    const run = runIn(model, logged.stream);
    if (run?.status !== 'running' || (run.startSeq ?? logged.seq) >= logged.seq) return undefined;
    const usual = Math.max(1, Math.round(timing.meanMs));
    return {
      message: `${formatNumber(signal.gapMs / 1000, 1)} s passed after ${lastEventName(timing)}; the usual gap is ${usual} ms.`,
      related: [timing.lastSeq],
    };
  },
};
