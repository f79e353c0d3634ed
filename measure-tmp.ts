import { performance } from 'node:perf_hooks';
import { createLog } from '@/lib/core/log/log';
import { createHistory } from '@/lib/core/log/history';
import { lintFold } from '@/lib/core/lint/lint';
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
const N = 100_000;
function* events() {
  let n = 0; let run = 0;
  while (n < N) {
    const id = `r${run++}`;
    yield { type: 'RUN_STARTED', threadId: 't', runId: id }; n++;
    yield { type: 'TEXT_MESSAGE_START', messageId: `m${id}`, role: 'assistant' }; n++;
    for (let i = 0; i < 40; i++) { yield { type: 'TEXT_MESSAGE_CONTENT', messageId: `m${id}`, delta: `word ${i} `, ...(i % 10 === 0 && { extra: 1 }) }; n++; }
    yield { type: 'TEXT_MESSAGE_END', messageId: `m${id}` }; n++;
    yield { type: 'TOOL_CALL_START', toolCallId: `c${id}`, toolCallName: 'f', parentMessageId: `m${id}` }; n++;
    yield { type: 'TOOL_CALL_ARGS', toolCallId: `c${id}`, delta: '{"a":' }; n++;
    for (let i = 0; i < 10; i++) { yield { type: 'TOOL_CALL_ARGS', toolCallId: `c${id}`, delta: i === 0 ? '[1' : `,${i}` }; n++; }
    yield { type: 'TOOL_CALL_ARGS', toolCallId: `c${id}`, delta: ']}' }; n++;
    yield { type: 'TOOL_CALL_END', toolCallId: `c${id}` }; n++;
    yield { type: 'TOOL_CALL_RESULT', messageId: `x${id}`, toolCallId: `c${id}`, content: [{ type: 'text', text: 'ok' }] }; n++;
    yield { type: 'STATE_SNAPSHOT', snapshot: { items: [1, 2, 3], n: run } }; n++;
    for (let i = 0; i < 10; i++) { yield { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: i, ...(i % 3 === 0 && { note: 'odd' }) }] }; n++; }
    if (run % 20 === 0) { yield { type: 'MESSAGES_SNAPSHOT', messages: Array.from({ length: 100 }, (_v, i) => i % 2 ? { id: `s${i}`, role: 'assistant', content: `hello ${i}`, toolCalls: [{ id: `k${i}`, type: 'function', function: { name: 'f', arguments: '{}' } }] } : { id: `s${i}`, role: 'user', content: 'hi', odd: 1 }) }; n++; }
    yield { type: 'RUN_FINISHED', threadId: 't', runId: id, outcome: { type: 'success' } }; n++;
  }
}
const frames = [...events()].map((e) => `data: ${JSON.stringify(e)}\n\n`);
const chunks: string[] = [];
for (let i = 0; i < frames.length; i += 50) chunks.push(frames.slice(i, i + 50).join(''));
function once() {
  const t0 = cpu();
  const log = createLog();
  log.append({ doc: 'd', frameId: 0, records: [{ kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'http://x/', method: 'POST', status: 200, headers: { 'content-type': 'text/event-stream' } }] as never });
  chunks.forEach((text, i) => log.append({ doc: 'd', frameId: 0, records: [{ kind: 'chunk', t: i, stream: 1, text }] as never }));
  log.append({ doc: 'd', frameId: 0, records: [{ kind: 'close', t: 1e6, stream: 1, how: 'complete' }] as never });
  const t1 = cpu();
  const h = createHistory(lintFold, log); h.advance();
  const t2 = cpu();
  return [t1 - t0, t2 - t1, h.head().findings.length];
}
once();
const runs = Array.from({ length: 5 }, once);
const med = (k: number) => runs.map((r) => r[k] ?? 0).sort((a, b) => a - b)[2]?.toFixed(0);
console.log(`events ${frames.length} log ${med(0)} ms, lint ${med(1)} ms, findings ${runs[0]?.[2]}`);
