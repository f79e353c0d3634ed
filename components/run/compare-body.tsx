// Two runs: first difference, messages, state, calls, events, findings and times.
import { useEffect, useMemo } from 'preact/hooks';
import {
  type Aligned,
  type CallPair,
  type CallSide,
  type Comparison,
  IGNORABLE,
  type Ignorable,
  type MessagePair,
} from '@/lib/core/compare/types';
import type { Difference } from '@/lib/core/json/diff';
import { formatMs } from '@/lib/core/json/format';
import { findRule } from '@/lib/core/lint/selection';
import type { Run } from '@/lib/core/model/types';
import { type Comparing, createComparing } from '@/lib/panel/comparing';
import { useSession, useWorkspace } from '../app/context';
import { ChangedText, DifferenceList, TextSpans } from '../shared/difference-list';
import { SeqLink } from '../shared/seq-link';
import { TEXTS } from '../texts';
import { Progress } from '../ui/progress';

export interface ComparedRuns {
  readonly runs: readonly [Run, Run];
}

interface CompareBodyProps extends ComparedRuns {
  onCancel(): void;
}

const words = TEXTS.compare;
const SHOWN = 200;

export function CompareBody({ runs: [first, second], onCancel }: CompareBodyProps) {
  const session = useSession();
  const { settings } = useWorkspace();
  const { ignored } = settings.values.value;
  const comparing = useMemo(() => createComparing(session), [session]);
  // A running run is compared now, and again after its end.
  const ends = [first, second].map(({ status, endSeq }) => `${status} ${endSeq}`).join();
  useEffect(() => {
    comparing.begin([first.index, second.index], ignored);
    return comparing.stop;
  }, [comparing, first.index, second.index, ends, ignored]);
  const found = comparing.found.value;
  const toggle = (name: Ignorable) => {
    const next = ignored.includes(name) ? ignored.filter((each) => each !== name) : [...ignored, name];
    settings.change({ ignored: next });
  };
  return (
    <>
      <p>
        {words.ignore}{' '}
        {IGNORABLE.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={ignored.includes(name)} onChange={() => toggle(name)} />{' '}
            {words.ignorable[name]}{' '}
          </label>
        ))}
      </p>
      <Working comparing={comparing} onCancel={onCancel} />
      {found !== undefined && <Found found={found} runs={[first, second]} />}
    </>
  );
}

function Working({ comparing, onCancel }: { comparing: Comparing; onCancel: () => void }) {
  const { value: share } = comparing.progress;
  if (share === undefined) return null;
  return <Progress text={words.comparing} share={share} onCancel={onCancel} />;
}

function Found({ found, runs }: { found: Comparison; runs: readonly [Run, Run] }) {
  return (
    <>
      <Verdict found={found} />
      <Messages messages={found.messages} />
      <State differences={found.state} />
      <Calls calls={found.calls.filter(isOther)} />
      <Events rows={found.rows.filter(isOther)} />
      <Findings found={found} />
      <Times found={found} runs={runs} />
    </>
  );
}

const isOther = ({ kind }: { readonly kind: Aligned['kind'] }): boolean => kind !== 'same';

function Verdict({ found: { rows, first, isRough } }: { found: Comparison }) {
  const start = rows[first];
  if (start === undefined) return <p>{words.same}</p>;
  return (
    <>
      <p>
        {words.different(rows.filter(isOther).length, rows.length)} <Place row={start} />
      </p>
      {isRough && <p class="dim">{words.rough}</p>}
    </>
  );
}

function Messages({ messages }: { messages: readonly MessagePair[] }) {
  const differing = messages.filter(isOther);
  if (messages.length === 0) return null;
  return (
    <>
      <h3>{words.messages}</h3>
      {differing.length === 0 ? (
        <p class="dim">{TEXTS.same}</p>
      ) : (
        <ul class="differences" aria-label={words.messages}>
          {differing.slice(0, SHOWN).map(({ role, kind, spans }, at) => (
            <li key={at} class={`diff-${kind}`}>
              <code>{role}</code> <span class="dim">{words.kinds[kind]}</span>{' '}
              {spans.length === 0 ? <span class="dim">{words.noText}</span> : <TextSpans spans={spans} />}
            </li>
          ))}
          <More count={differing.length - SHOWN} />
        </ul>
      )}
    </>
  );
}

function State({ differences }: { differences: readonly Difference[] }) {
  return (
    <>
      <h3>{words.state}</h3>
      {differences.length === 0 ? (
        <p class="dim">{TEXTS.same}</p>
      ) : (
        <DifferenceList differences={differences} />
      )}
    </>
  );
}

function Events({ rows }: { rows: readonly Aligned[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{words.events}</h3>
      <ul class="differences" aria-label={words.events}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={`${row.a?.seq} ${row.b?.seq}`} class={`diff-${row.kind}`}>
            <Place row={row} /> <span class="dim">{words.kinds[row.kind]}</span>{' '}
            <ChangedText before={row.a?.content} after={row.b?.content} />
          </li>
        ))}
        <More count={rows.length - SHOWN} />
      </ul>
    </>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <li class="dim">{words.more(count)}</li> : null;
}

function Place({ row: { a, b } }: { row: Aligned }) {
  return (
    <>
      <code>{(a ?? b)?.type}</code> ({a !== undefined && <SeqLink seq={a.seq}>#{a.seq}</SeqLink>}
      {a !== undefined && b !== undefined && ` ${words.versus} `}
      {b !== undefined && <SeqLink seq={b.seq}>#{b.seq}</SeqLink>})
    </>
  );
}

function callText(call: CallSide | undefined): string {
  if (call === undefined) return '';
  const { args, result } = call;
  return result === undefined
    ? args
    : `${args} → ${typeof result === 'string' ? result : JSON.stringify(result)}`;
}

function Calls({ calls }: { calls: readonly CallPair[] }) {
  if (calls.length === 0) return null;
  return (
    <>
      <h3>{words.calls}</h3>
      <ul class="differences" aria-label={words.calls}>
        {calls.slice(0, SHOWN).map(({ name, kind, a, b }) => (
          <li key={`${a?.id} ${b?.id}`} class={`diff-${kind}`}>
            <code>{name}</code> <span class="dim">{words.kinds[kind]}</span>{' '}
            <ChangedText before={callText(a)} after={callText(b)} />
          </li>
        ))}
        <More count={calls.length - SHOWN} />
      </ul>
    </>
  );
}

function Findings({ found: { findings } }: { found: Comparison }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{words.findings}</h3>
      <ul aria-label={words.findings}>
        {findings.map(({ rule, a, b }) => (
          <li key={rule}>
            <code>{rule}</code> {words.counts(a, b)} <span class="dim">{findRule(rule)?.summary}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Mark {
  readonly atMs: number;
  readonly isSame: boolean;
}

interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
}

const WIDTH = 560;
const HEIGHT = 18;

/** One path with at most one mark per pixel. */
function pathOf(marks: readonly Mark[], isSame: boolean, scale: number): string {
  const at = new Set(
    marks.filter((mark) => mark.isSame === isSame).map(({ atMs }) => Math.round(atMs * scale)),
  );
  return [...at].map((x) => `M${x + 0.5} 2V${HEIGHT - 2}`).join('');
}

function TimeLanes({ lanes }: { lanes: readonly Lane[] }) {
  const most = lanes.reduce((max, { marks }) => marks.reduce((top, { atMs }) => Math.max(top, atMs), max), 1);
  const scale = (WIDTH - 1) / most;
  return (
    <div class="time-lanes">
      {lanes.map(({ name, marks }) => (
        <svg
          key={name}
          role="img"
          aria-label={name}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width={WIDTH}
          height={HEIGHT}
        >
          <title>{name}</title>
          <path class="lane-same" d={pathOf(marks, true, scale)} />
          <path class="lane-other" d={pathOf(marks, false, scale)} />
        </svg>
      ))}
      <p class="dim">{formatMs(most)}</p>
    </div>
  );
}

function Times({ found: { rows }, runs: [first, second] }: { found: Comparison; runs: readonly [Run, Run] }) {
  const { log, names } = useSession();
  const timesOf = (side: 'a' | 'b', run: Run) =>
    rows.flatMap((row) => {
      const item = row[side];
      return item === undefined
        ? []
        : [{ atMs: log.timeMsOf(item.seq) - run.startMs, isSame: row.kind === 'same' }];
    });
  return (
    <>
      <h3>{words.timing}</h3>
      <TimeLanes
        lanes={[
          { name: words.timingOf(names.run(first)), marks: timesOf('a', first) },
          { name: words.timingOf(names.run(second)), marks: timesOf('b', second) },
        ]}
      />
    </>
  );
}
