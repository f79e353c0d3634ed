// Recordings and their runs.

import * as z from 'zod';
import { lastQuestion } from '@/lib/core/agui/request';
import { counted, formatMs } from '@/lib/core/json/format';
import { SEVERITIES } from '@/lib/core/lint/order';
import { figuresOf } from '@/lib/core/metrics/run-figures';
import { callsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model, Run } from '@/lib/core/model/types';
import { fileProblem } from '@/lib/package/cli/errors';
import { lineOf, listAnswer } from '@/lib/package/cli/mcp/answer';
import type { McpRecording, McpRecordings } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM } from '@/lib/package/cli/mcp/tool';

function figuresLine(model: Model, run: Run): string {
  const tools = [...callsOfRun(model, run.index)].length;
  const { duration, firstToken, tokensIn, tokensOut } = figuresOf(run, { tools, findings: 0 });
  const parts = [
    duration === undefined ? 'no end' : formatMs(duration),
    firstToken === undefined ? 'no token' : `first token after ${formatMs(firstToken)}`,
    counted(tools, 'tool call'),
    ...(tokensIn === undefined ? [] : [`${tokensIn} tokens in`]),
    ...(tokensOut === undefined ? [] : [`${tokensOut} tokens out`]),
  ];
  return parts.join(', ');
}

export function runLine(model: Model, run: Run): string {
  const { index, status, startSeq, lastSeq, error } = run;
  const question = lastQuestion(run.input);
  const events =
    startSeq === undefined ? 'no event' : `#${startSeq} to #${run.endSeq ?? lastSeq ?? startSeq}`;
  const thread = model.threads.length > 1 ? `  thread ${lineOf(run.threadId, 60)}` : '';
  const why = error === undefined ? '' : `: ${lineOf(error.message, 120)}`;
  return `run ${index + 1} ${question === '' ? run.runId : `"${lineOf(question, 60)}"`}  ${status}${why}${thread}  ${events}  ${figuresLine(model, run)}`;
}

function findingsLine({ findings }: McpRecording): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return counts.length === 0 ? 'no findings' : counts.join(', ');
}

/** The other recordings are listed although one cannot be read. */
function headOfFile(recordings: McpRecordings, name: string): string {
  try {
    return headOf(recordings.open(name));
  } catch (error) {
    return lineOf(`${name}: ${fileProblem(error)}`);
  }
}

function headOf(recording: McpRecording): string {
  const { name, log, missing } = recording;
  if (log.length === 0) return `${lineOf(name)}: no event`;
  const head = `${lineOf(name)}: ${counted(log.length, 'event')}, ${counted(log.streams.length, 'stream')}, ${findingsLine(recording)}`;
  return missing === undefined ? head : `${head}. ${lineOf(missing)}`;
}

export const sessionsTool = defineTool({
  name: 'sessions',
  title: 'Recordings and their runs',
  description:
    'Start here. Lists the recordings; with file, the runs of one: prompt, status, error, events, duration, first token, tool calls. Run and event numbers are stable.',
  input: z.object({ file: FILE, from: FROM }),
  run({ file, from }, recordings) {
    const names = recordings.names();
    if (file === undefined && names.length !== 1)
      return listAnswer(counted(names.length, 'recording'), names, from, (name) =>
        headOfFile(recordings, name),
      );
    const recording = recordings.open(file);
    const model = recording.model.head();
    return listAnswer(headOf(recording), model.runs, from, (run) => runLine(model, run));
  },
});
