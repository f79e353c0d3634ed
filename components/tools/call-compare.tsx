// Comparison with another call of the same tool: arguments, result, times.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { differences } from '@/lib/core/json/diff';
import { formatMs } from '@/lib/core/json/format';
import type { Json } from '@/lib/core/json/json';
import { readArguments } from '@/lib/core/model/queries/arguments';
import { sameTool } from '@/lib/core/model/queries/call-list';
import { argumentsMs, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { DifferenceList } from '../shared/difference-list';
import { SeqLink } from '../shared/seq-link';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';
import { argumentValue } from './call-arguments';

const LIMIT = 500;

export function CallCompare({ call, model }: { call: ToolCallEntry; model: Model }) {
  const words = TEXTS.tools;
  const { names } = useSession();
  const chosen = useSignal<number | undefined>(undefined);
  const others = sameTool(model.toolCalls, call);
  const other = others.find(({ index }) => index === chosen.value) ?? others[0];
  if (other === undefined) return null;
  const label = ({ id, startSeq }: ToolCallEntry) => `#${startSeq} ${names.id(id)}`;
  return (
    <Fold class="compare" summary={words.compare}>
      {() => (
        <>
          <p>
            <label>
              {words.compareWith}{' '}
              <select
                value={other.index}
                onChange={(event) => (chosen.value = Number(event.currentTarget.value))}
              >
                {others.map((each) => (
                  <option key={each.index} value={each.index}>
                    {label(each)}
                  </option>
                ))}
              </select>
            </label>{' '}
            <SeqLink seq={other.startSeq}>#{other.startSeq}</SeqLink>
          </p>
          <table class="times">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th scope="col">#{other.startSeq}</th>
                <th scope="col">{words.thisCall}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{words.arguments}</th>
                <td>{timeText(argumentsMs(other))}</td>
                <td>{timeText(argumentsMs(call))}</td>
              </tr>
              <tr>
                <th scope="row">{words.waiting}</th>
                <td>{timeText(waitingMs(other))}</td>
                <td>{timeText(waitingMs(call))}</td>
              </tr>
            </tbody>
          </table>
          <Compared name={words.arguments} before={argumentValue(other)} after={argumentValue(call)} />
          {(other.result !== undefined || call.result !== undefined) && (
            <Compared name={words.result} before={resultValue(other)} after={resultValue(call)} />
          )}
        </>
      )}
    </Fold>
  );
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? '–' : formatMs(ms);
}

function resultValue({ result }: ToolCallEntry): Json | undefined {
  if (typeof result !== 'string') return result;
  const { value, complete } = readArguments(result);
  return complete ? value : result;
}

function Compared(props: { name: string; before: Json | undefined; after: Json | undefined }) {
  const { name, before, after } = props;
  const found = useMemo(() => differences(before, after, LIMIT), [before, after]);
  return (
    <>
      <h4>{name}</h4>
      {found.length === 0 ? <p class="dim">{TEXTS.same}</p> : <DifferenceList differences={found} />}
    </>
  );
}
