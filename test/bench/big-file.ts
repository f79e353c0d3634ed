// Writes a large run as server-sent events or lines: a long conversation of many runs, for measuring the command line.
// `tsx test/bench/big-file.ts <megabytes> [sse|ndjson] > file`
import { writeSync } from 'node:fs';

const DELTA = 'The quick brown fox jumps over the lazy dog. ';
const TURN = 400;

/** The events of one run: text, a tool call, state. */
export function* bigRun(run: number): Iterable<object> {
  // A new thread every ten runs, as apps have them.
  const ids = { threadId: `t${Math.floor(run / 10)}`, runId: `r${run}` };
  const messageId = `m${run}`;
  const toolCallId = `c${run}`;
  yield { type: 'RUN_STARTED', ...ids };
  yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' };
  for (let at = 0; at < TURN; at++) yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: DELTA };
  yield { type: 'TEXT_MESSAGE_END', messageId };
  yield { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'look', parentMessageId: messageId };
  yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"q":' };
  yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: `"${run}"}` };
  yield { type: 'TOOL_CALL_END', toolCallId };
  yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/turn', value: run }] };
  yield { type: 'RUN_FINISHED', ...ids };
}

function main(megabytes: number, format: string): void {
  let left = megabytes * 1024 * 1024;
  for (let run = 0; left > 0; run++) {
    const events = [...bigRun(run)].map((event) => JSON.stringify(event));
    const text = events.map((event) => (format === 'sse' ? `data: ${event}\n\n` : `${event}\n`)).join('');
    left -= text.length;
    writeSync(1, text);
  }
}

if (import.meta.filename === process.argv[1]) main(Number(process.argv[2] ?? 100), process.argv[3] ?? 'sse');
