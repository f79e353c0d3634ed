// One run: its request, its figures, its end.
import * as z from 'zod';
import { formatMs } from '@/lib/core/json/format';
import { isJsonObject } from '@/lib/core/json/json';
import { RunCounter } from '@/lib/core/metrics/run-metrics';
import { normalisedInput, requestDiff } from '@/lib/core/model/queries/request-diff';
import { partOfText, valueLine } from '@/lib/package/cli/mcp/answer';
import { runAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';
import { runLine } from './sessions';

const STALLS_MAX = 10;

export const runTool = defineTool({
  name: 'run',
  title: 'One run',
  description:
    'How a run went: status and error, time to the first token, stalls with their events, the outcome, and what its request sent (what is new against the request before; whole with request: "whole").',
  input: z.object({
    file: FILE,
    run: RUN,
    request: z.enum(['new', 'whole']).default('new'),
    from: FROM,
  }),
  run({ file, run: number, request, from }, recordings) {
    const recording = recordings.open(file);
    const run = runAt(recording, number);
    const model = recording.model.head();
    const numbers = new RunCounter(recording.log, run.index).read(model);
    const { stream, outcome, result, input } = run;
    const stalls = (numbers?.stalls ?? [])
      .slice(0, STALLS_MAX)
      .map(({ seq, gapMs }) => `  ${formatMs(gapMs)} of silence before #${seq}`);
    const diff = requestDiff(model, run);
    const repeated = diff === undefined || request === 'whole' ? '' : ` (${diff.repeated} messages repeated)`;
    const sent = request === 'whole' ? input : normalisedInput(model, run);
    const head = [
      runLine(model, run),
      `request: ${stream.method} ${valueLine(stream.url)}${stream.status === undefined ? '' : `, HTTP ${stream.status}`}`,
      ...(numbers === undefined ? [] : [`longest silence: ${formatMs(numbers.gaps.max)}`]),
      ...stalls,
      ...(isJsonObject(outcome) ? [`outcome: ${valueLine(outcome)}`] : []),
      ...(result === undefined ? [] : [`result: ${valueLine(result)}`]),
      sent === undefined ? 'The request was not recorded.' : `sent${repeated}:`,
    ].join('\n');
    return sent === undefined ? head : partOfText(head, JSON.stringify(sent), from);
  },
});
