// The tool calls up to the cursor, and one of them in full: arguments as they grow, result, the two times.
import { useSignal } from '@preact/signals';
import { Allow, parse } from 'partial-json';
import type { Json } from '@/lib/agui/json';
import type { ToolCallEntry } from '@/lib/model/types';
import { goTo } from '@/lib/session/navigate';
import { useSession } from '../context';
import { formatMs } from '../format';
import { ContentParts } from '../parts/content-parts';
import { RawText } from '../parts/raw-text';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';

/** Shown at most; the newest. */
const SHOWN = 300;

/** Arguments as far as they are there: whole JSON, the readable beginning of it, or nothing. */
export function readArguments(text: string): { readonly value?: Json; readonly complete: boolean } {
  try {
    return { value: JSON.parse(text) as Json, complete: true };
  } catch {
    // Not whole yet, or not JSON at all: the next try tells.
  }
  try {
    return { value: parse(text, Allow.ALL) as Json, complete: false };
  } catch {
    return { complete: false };
  }
}

/** All calls at the cursor; the one at the cursor is chosen until the user chooses another. */
export function ToolsView() {
  const session = useSession();
  const chosen = useSignal<string | undefined>(undefined);
  const { toolCalls } = session.model.value;
  if (toolCalls.length === 0) return <p class="nothing">{TEXTS.noTools}</p>;
  const calls: ToolCallEntry[] = [];
  for (let i = Math.max(toolCalls.length - SHOWN, 0); i < toolCalls.length; i++) {
    const call = toolCalls.at(i);
    if (call !== undefined) calls.push(call);
  }
  const selected = calls.find((call) => `${call.index}` === chosen.value) ?? calls.at(-1);
  return (
    <div class="tools">
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Status</th>
              <th scope="col">Arguments</th>
              <th scope="col">Waiting</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call) => (
              <tr key={call.index} class={call === selected ? 'selected' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-pressed={call === selected}
                    onClick={() => (chosen.value = `${call.index}`)}
                  >
                    {call.name || '(no name)'}
                  </button>
                </td>
                <td>
                  <span class={`tag call-${call.status}`}>{call.status}</span>
                </td>
                <td>{call.endMs === undefined ? '…' : formatMs(call.endMs - call.startMs)}</td>
                <td>{waiting(call)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {selected !== undefined && <Call call={selected} />}
    </div>
  );
}

function waiting(call: ToolCallEntry): string {
  if (call.resultMs === undefined) return call.status === 'called' ? '…' : '';
  return formatMs(call.resultMs - (call.endMs ?? call.startMs));
}

function Call({ call }: { call: ToolCallEntry }) {
  const session = useSession();
  const args = readArguments(call.args);
  const deltas = call.argSeqs.length;
  return (
    <section class="pad" aria-label={`Call of ${call.name}`}>
      <h2>
        ƒ {call.name} <span class="dim">{call.id}</span>
      </h2>
      <p>
        <button type="button" class="link" onClick={() => goTo(session, call.startSeq)}>
          started by #{call.startSeq}
        </button>
        {call.endSeq !== undefined && (
          <button type="button" class="link" onClick={() => goTo(session, call.endSeq ?? 0)}>
            called at #{call.endSeq}
          </button>
        )}
        {call.resultSeq !== undefined && (
          <button type="button" class="link" onClick={() => goTo(session, call.resultSeq ?? 0)}>
            answered by #{call.resultSeq}
          </button>
        )}
      </p>
      <h3>
        Arguments{' '}
        <span class="dim">
          {call.args.length} characters in {deltas} {deltas === 1 ? 'delta' : 'deltas'} ·{' '}
          {args.complete ? 'valid JSON' : args.value === undefined ? 'not JSON' : 'not whole yet'}
        </span>
      </h3>
      {args.value === undefined ? (
        <RawText text={call.args} />
      ) : (
        <JsonTree label="Arguments" value={args.value} depth={3} />
      )}
      {!args.complete && args.value !== undefined && <RawText text={call.args} />}
      <h3>Result</h3>
      {call.result === undefined ? <p class="dim">None yet.</p> : <Result value={call.result} />}
    </section>
  );
}

function Result({ value }: { value: Json }) {
  if (typeof value !== 'string') return <ContentParts content={value} />;
  const read = readArguments(value);
  if (!read.complete || read.value === undefined || typeof read.value !== 'object')
    return <RawText text={value} />;
  return <JsonTree label="Result" value={read.value} depth={3} />;
}
