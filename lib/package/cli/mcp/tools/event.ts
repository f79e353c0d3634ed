// One event whole, and what it changed.
import * as z from 'zod';
import type { Difference } from '@/lib/core/json/diff';
import { changesBetween } from '@/lib/core/model/queries/changes';
import { answerOf, lineOf, partOfText, valueLine } from '@/lib/package/cli/mcp/answer';
import { modelAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, SEQ } from '@/lib/package/cli/mcp/tool';
import { eventLine } from './events';

/** Bytes of the lines ahead of the event itself. */
const HEAD_MAX = 2_000;

function differenceLine({ pointer, before, after }: Difference): string {
  const was = before === undefined ? '' : ` (was ${valueLine(before, 80)})`;
  const now = after === undefined ? 'removed' : valueLine(after, 120);
  return `${lineOf(pointer, 120) || '(whole)'} = ${now}${was}`;
}

export const eventTool = defineTool({
  name: 'event',
  title: 'One event, and what it changed',
  description:
    'An event as it was sent, its problems and findings, and what it changed: messages added, changed or dropped (also by MESSAGES_SNAPSHOT), state paths with their value before, calls, runs.',
  input: z.object({ file: FILE, seq: SEQ, from: FROM }),
  run({ file, seq, from }, recordings) {
    const recording = recordings.open(file);
    const after = modelAt(recording, seq);
    const logged = recording.log.at(seq);
    const { messages, state, toolCalls, runs } = changesBetween(recording.model.at(seq - 1), after);
    const changes = [
      ...messages.map(({ kind, entry, differences }) => {
        const what = differences.slice(0, 3).map(differenceLine).join('; ');
        const { id, role } = entry.message;
        const text = 'content' in entry.message ? valueLine(entry.message.content, 120) : '';
        return `message ${lineOf(id, 60)} (${role}) ${kind}: ${what || text}`;
      }),
      ...state.map((each) => `state ${differenceLine(each)}`),
      ...toolCalls.map(
        ({ call }) => `call ${lineOf(call.name, 60)} ${call.status}: ${lineOf(call.args, 120)}`,
      ),
      ...runs.map(({ run, was }) => `run ${run.index + 1}: ${was?.status ?? 'new'} → ${run.status}`),
    ];
    const problems = (logged?.problems ?? []).map(({ message }) => `problem: ${lineOf(message)}`);
    const findings = recording.findings
      .filter((finding) => finding.seq === seq)
      .map(({ severity, rule, message }) => `${severity} ${rule}: ${lineOf(message)}`);
    const facts = [...problems, ...findings, ...changes.map((change) => `changed ${change}`)];
    const lines = facts.map((text, at) => ({ text, at }));
    const head = answerOf(
      eventLine(recording, seq),
      changes.length === 0 ? [...lines, { text: 'It changed nothing.', at: lines.length }] : lines,
      (at) => `… and ${facts.length - at} more`,
      HEAD_MAX,
    );
    return partOfText(`${head}\nas sent:`, lineOf(logged?.raw ?? '', Number.MAX_SAFE_INTEGER), from);
  },
});
