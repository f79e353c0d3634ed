// The list of events, by the panel's query language.
import * as z from 'zod';
import { summaryOf } from '@/lib/core/agui/summary';
import { formatMs } from '@/lib/core/json/format';
import { subagentNameAt } from '@/lib/core/log/stream-facts';
import { createFilter } from '@/lib/core/query/filter';
import { answerOf, lineOf } from '@/lib/package/cli/mcp/answer';
import { type McpRecording, runAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';
import { LensError } from '@/lib/package/library/lens-error';

const SUMMARY_MAX = 140;

export function eventLine({ log, facts, since }: McpRecording, seq: number): string {
  const logged = log.at(seq);
  const { type = '', event, raw = '' } = logged ?? {};
  const tool = logged === undefined ? '' : facts.toolOf(logged);
  const names = {
    id: (id: string) => id,
    tool: () => tool,
    subagent: () => subagentNameAt(log, seq),
  };
  const summary = event === undefined ? raw : summaryOf(type, event, names);
  return `#${seq} +${formatMs(since(log.timeMsOf(seq)))} ${type || 'no event'} ${lineOf(summary, SUMMARY_MAX)}`;
}

export const eventsTool = defineTool({
  name: 'events',
  title: 'Events that match a query',
  description:
    'Lists events, one line each. Query: words, type:STATE_DELTA, tool:NAME, run:ID, run:#2, is:error, tool:"WHOLE NAME", /regex/, -not; empty for all. Ask event for one of them whole.',
  input: z.object({ file: FILE, query: z.string().max(2_000).default(''), run: RUN.optional(), from: FROM }),
  run({ file, query, run, from }, recordings) {
    const recording = recordings.open(file);
    const { log, facts } = recording;
    const filter = createFilter(query, facts);
    const [problem] = filter.problems;
    if (problem !== undefined) throw new LensError(problem);
    const streams = run === undefined ? undefined : runAt(recording, run).streams;
    const lines = function* () {
      for (let seq = from; seq < log.length; seq++) {
        const stream = log.streamOf(seq);
        if (streams !== undefined && (stream === undefined || !streams.includes(stream))) continue;
        if (filter.passes(seq)) yield { at: seq, text: eventLine(recording, seq) };
      }
    };
    const none = `No event from #${from} on matches. ${filter.hint ?? ''}`.trim();
    return answerOf('', lines(), (at) => `… more: ask with from: ${at}.`) || none;
  },
});
