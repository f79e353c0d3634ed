// The tool calls up to the cursor, and one of them in full: arguments as they grow, result, the two times.
import { useSignal } from '@preact/signals';
import type { Json } from '@/lib/agui/json';
import { checkArguments, findTool } from '@/lib/agui/tool-schema';
import { readArguments } from '@/lib/model/arguments';
import { argumentsMs, waitingMs } from '@/lib/model/call-times';
import type { ToolCallEntry } from '@/lib/model/types';
import { useSession } from '../context';
import { formatMs } from '../format';
import { ContentParts } from '../parts/content-parts';
import { PickTable } from '../parts/pick-table';
import { RawText } from '../parts/raw-text';
import { SeqLink } from '../parts/seq-link';
import { SeveritySign } from '../parts/severity-sign';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';

const VERDICTS = { open: 'not whole yet', valid: 'valid JSON', broken: 'not JSON' } as const;
const TURNS = { open: 'no longer whole', valid: 'valid JSON', broken: 'broken' } as const;

/** All calls at the cursor; the newest is shown until the user chooses another. */
export function ToolsView() {
  const session = useSession();
  const chosen = useSignal<number | undefined>(undefined);
  const { toolCalls } = session.model.value;
  if (toolCalls.length === 0) return <p class="nothing">{TEXTS.noTools}</p>;
  return (
    <PickTable
      items={toolCalls}
      chosen={chosen.value}
      onChoose={(index) => (chosen.value = index)}
      name={['Tool', (call) => call.name || '(no name)']}
      columns={[
        ['Status', (call) => <span class={`tag call-${call.status}`}>{call.status}</span>],
        ['Arguments', (call) => (call.endMs === undefined ? '…' : formatMs(argumentsMs(call) ?? 0))],
        ['Waiting', waiting],
      ]}
      details={(call) => <Call call={call} />}
    />
  );
}

function waiting(call: ToolCallEntry): string {
  if (call.resultMs === undefined) return call.status === 'called' ? '…' : '';
  return formatMs(waitingMs(call) ?? 0);
}

function Call({ call }: { call: ToolCallEntry }) {
  const args = readArguments(call.args);
  const deltas = call.argSeqs.length;
  return (
    <section class="pad" aria-label={`Call of ${call.name}`}>
      <h2>
        ƒ {call.name} <span class="dim">{call.id}</span>
      </h2>
      <p>
        <SeqLink seq={call.startSeq}>started by #{call.startSeq}</SeqLink>
        <SeqLink seq={call.endSeq}>called at #{call.endSeq}</SeqLink>
        <SeqLink seq={call.resultSeq}>answered by #{call.resultSeq}</SeqLink>
      </p>
      <h3>
        Arguments{' '}
        <span class="dim">
          {call.args.length} characters in {deltas} {deltas === 1 ? 'delta' : 'deltas'} ·{' '}
          {VERDICTS[call.json]}
        </span>
      </h3>
      {call.jsonTurns.length > 0 && (
        <p class="dim">
          {[...call.jsonTurns].map(({ seq, verdict }) => (
            <SeqLink key={seq} seq={seq}>
              {TURNS[verdict]} since #{seq}
            </SeqLink>
          ))}
        </p>
      )}
      {args.value === undefined ? (
        <RawText text={call.args} />
      ) : (
        <JsonTree label="Arguments" value={args.value} depth={3} />
      )}
      {!args.complete && args.value !== undefined && <RawText text={call.args} />}
      {args.complete && args.value !== undefined && <SchemaCheck call={call} value={args.value} />}
      <h3>Result</h3>
      {call.result === undefined ? <p class="dim">None yet.</p> : <Result value={call.result} />}
    </section>
  );
}

/** Whether whole arguments fit the schema that the request of the call's run declared for the tool. */
function SchemaCheck({ call, value }: { call: ToolCallEntry; value: Json }) {
  const { runs } = useSession().model.value;
  const tool = call.run < 0 ? undefined : findTool(runs.at(call.run)?.input, call.name);
  if (tool?.['parameters'] === undefined) return null;
  const verdict = checkArguments(tool, value);
  if ('broken' in verdict) return <p class="dim">{TEXTS.schemaBroken(verdict.broken)}</p>;
  if (verdict.problems.length === 0) return <p class="dim">{TEXTS.schemaFits}</p>;
  return (
    <ul class="findings" aria-label={TEXTS.problems}>
      {verdict.problems.map(({ pointer, keyword, message }, index) => (
        <li key={index} class="finding has-warning">
          <SeveritySign severity="warning" />
          <div>
            <p>
              <code>{TEXTS.schemaProblem(pointer, keyword)}</code> {message}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Result({ value }: { value: Json }) {
  if (typeof value !== 'string') return <ContentParts content={value} label="Result" />;
  const read = readArguments(value);
  if (!read.complete || read.value === undefined || typeof read.value !== 'object')
    return <RawText text={value} />;
  return <JsonTree label="Result" value={read.value} depth={3} />;
}
