// Arguments of a call: slider over the deltas, tree, JSON validity, schema check.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { checkArguments, findTool, type SchemaProblem } from '@/lib/core/agui/tool-schema';
import { formatMs } from '@/lib/core/json/format';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { argumentsAt, readArguments } from '@/lib/core/model/queries/arguments';
import { turnsOf } from '@/lib/core/model/queries/call-list';
import { answerOf } from '@/lib/core/model/queries/call-times';
import type { ToolCallEntry } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { RawText } from '../shared/raw-text';
import { SeqLink } from '../shared/seq-link';
import { SeveritySign } from '../shared/signs';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';

const LISTED = 200;
const DELTA_MAX = 80;

export function CallArguments({ call }: { call: ToolCallEntry }) {
  const { runs } = useSession().models.current.value;
  const words = TEXTS.tools;
  // Deltas included; undefined for all.
  const chosen = useSignal<number | undefined>(undefined);
  const count = call.argSeqs.length;
  const isWhole = call.argEnds.length === count;
  const at = isWhole ? Math.min(chosen.value ?? count, count) : count;
  const seq = at === 0 ? call.startSeq : (call.argSeqs.at(at - 1) ?? call.startSeq);
  const text = at === count ? call.args : (argumentsAt(call, seq) ?? call.args);
  const read = useMemo(() => readArguments(text), [text]);
  const tool = call.run < 0 ? undefined : findTool(runs.at(call.run)?.input, call.name);
  const schema = tool?.['parameters'];
  const verdict = useMemo(
    () =>
      tool !== undefined && schema !== undefined && read.complete && read.value !== undefined
        ? checkArguments(tool, read.value)
        : undefined,
    [tool, schema, read],
  );
  const answeredBy = answerOf(call)?.by;
  const problems = verdict !== undefined && 'problems' in verdict ? verdict.problems : [];
  const highlights = useMemo(
    () => problems.map(({ pointer }) => ({ pointer, kind: 'invalid' as const })),
    [verdict],
  );
  return (
    <>
      <h3>
        {words.arguments}{' '}
        <span class="dim">
          {words.size(call.args.length, count)} · {words.verdicts[call.json]}
        </span>
      </h3>
      {isWhole && count > 1 && (
        <Slider call={call} at={at} seq={seq} onChange={(value) => (chosen.value = value)} />
      )}
      {!isWhole && <p class="dim">{words.overwritten}</p>}
      <Turns call={call} />
      {read.value === undefined ? (
        <RawText text={text} />
      ) : (
        <ValueTree label={words.arguments} value={read.value} depth={3} highlights={highlights} />
      )}
      {!read.complete && read.value !== undefined && <RawText text={text} />}
      {read.isTooDeep && <p class="dim">{words.tooDeep}</p>}
      {verdict !== undefined && (
        <SchemaVerdict problems={problems} broken={'broken' in verdict ? verdict.broken : undefined} />
      )}
      {schema !== undefined && (
        <Fold summary={words.schema} hiddenText={() => JSON.stringify(schema)}>
          {() => <ValueTree label={words.schema} value={schema} depth={3} />}
        </Fold>
      )}
      {tool !== undefined ? (
        <p class="dim">{words.declared(answeredBy === 'agent')}</p>
      ) : (
        hasTools(call.run < 0 ? undefined : runs.at(call.run)?.input) && (
          <p class="dim">{words.notDeclared(answeredBy === 'frontend')}</p>
        )
      )}
      {isWhole && count > 0 && <Deltas call={call} />}
    </>
  );
}

function hasTools(input: JsonObject | undefined): boolean {
  return Array.isArray(input?.['tools']);
}

function Slider(props: { call: ToolCallEntry; at: number; seq: number; onChange(at: number): void }) {
  const { call, at, seq } = props;
  const { log } = useSession();
  const words = TEXTS.tools;
  const count = call.argSeqs.length;
  const text = words.deltaAt(at, count, formatMs(Math.max(0, log.timeMsOf(seq) - call.startMs)));
  return (
    <div class="delta-slider">
      <input
        type="range"
        min={0}
        max={count}
        value={at}
        aria-label={words.slider}
        aria-valuetext={text}
        onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
      <span class="dim">{text}</span>
      <SeqLink seq={seq}>#{seq}</SeqLink>
    </div>
  );
}

function Turns({ call }: { call: ToolCallEntry }) {
  const turns = turnsOf(call);
  if (turns.length === 0) return null;
  return (
    <p class="turns">
      {turns.map(({ seq, kind }) => (
        <SeqLink key={seq} seq={seq}>
          {TEXTS.tools.turns[kind](seq)}
        </SeqLink>
      ))}
    </p>
  );
}

function Deltas({ call }: { call: ToolCallEntry }) {
  const { log } = useSession();
  const count = call.argSeqs.length;
  return (
    <Fold summary={TEXTS.tools.deltas(count)}>
      {() => (
        <ol class="deltas">
          {count > LISTED && <li class="dim">{TEXTS.more(count - LISTED)}</li>}
          {Array.from({ length: Math.min(count, LISTED) }, (_, index) => {
            const at = Math.max(0, count - LISTED) + index;
            const seq = call.argSeqs.at(at) ?? 0;
            const delta = call.args.slice(at === 0 ? 0 : call.argEnds.at(at - 1), call.argEnds.at(at));
            return (
              <li key={seq}>
                <SeqLink seq={seq}>#{seq}</SeqLink>{' '}
                <span class="dim">+{formatMs(Math.max(0, log.timeMsOf(seq) - call.startMs))}</span>{' '}
                <code>{cut(delta, DELTA_MAX)}</code>
              </li>
            );
          })}
        </ol>
      )}
    </Fold>
  );
}

function SchemaVerdict(props: { problems: readonly SchemaProblem[]; broken: string | undefined }) {
  if (props.broken !== undefined) return <p class="dim">{TEXTS.tools.schemaBroken(props.broken)}</p>;
  if (props.problems.length === 0) return <p class="dim">{TEXTS.tools.schemaFits}</p>;
  return (
    <ul class="findings" aria-label={TEXTS.problems}>
      {props.problems.map(({ pointer, keyword, message }, index) => (
        <li key={index} class="finding has-warning">
          <SeveritySign severity="warning" />
          <div>
            <p>
              <code>{TEXTS.tools.schemaProblem(pointer, keyword)}</code> {message}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The text if it is not JSON. */
export function argumentValue({ args }: ToolCallEntry): Json {
  const { value, complete } = readArguments(args);
  return complete && value !== undefined ? value : args;
}
