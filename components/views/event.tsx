// One event: decoded, raw, and what it changed. Or the stream, where a boundary between events was clicked.

import type { ComponentChildren } from 'preact';
import { runtimeMade } from '@/lib/agui/runtime-made';
import { dialectNames } from '@/lib/log/stream-reader';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { changesBetween } from '@/lib/model/queries/changes';
import { useSession, useWorkspace } from '../context';
import { FindingList } from '../findings/finding-list';
import { formatClock, formatMs, formatSize } from '../format';
import { endOf } from '../list/boundary-row';
import { DifferenceList } from '../parts/difference-list';
import { FamilyBadge } from '../parts/family-badge';
import { RawText } from '../parts/raw-text';
import { TEXTS } from '../texts';
import { cut, preview } from '../ui/json-rows';
import { JsonTree } from '../ui/json-tree';

/** The event at the cursor. */
export function EventView() {
  const session = useSession();
  const boundary =
    session.cursor.boundary.value === undefined
      ? undefined
      : session.log.boundaries[session.cursor.boundary.value];
  if (boundary !== undefined && 'stream' in boundary && boundary.stream !== undefined)
    return <StreamDetails stream={boundary.stream} />;
  if (boundary !== undefined) {
    return (
      <section class="pad">
        <h2>
          {boundary.kind === 'navigation'
            ? boundary.url
            : boundary.kind === 'gap'
              ? boundary.detail || boundary.reason
              : boundary.kind}
        </h2>
        <p class="dim">{formatClock(boundary.timeMs)}</p>
      </section>
    );
  }
  const seq = session.cursor.seq.value;
  if (seq < 0) return <p class="nothing">{TEXTS.event.noEvent}</p>;
  const event = session.log.at(seq);
  if (event === undefined) return <p class="nothing">{TEXTS.event.noEvent}</p>;
  return (
    <div class="pad">
      <EventHead event={event} />
      {event.problems.length > 0 && (
        <section>
          <h3>{TEXTS.problems}</h3>
          <ul class="problems">
            {event.problems.map((problem, index) => (
              <li key={index}>
                <span class="sign-warning" aria-hidden="true">
                  ⚠
                </span>{' '}
                {problem.message} {problem.pointer !== undefined && <code>{problem.pointer}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <FindingsHere seq={seq} />
      <section>
        <h3>{TEXTS.event.changed}</h3>
        <WhatChanged />
      </section>
      {event.event !== undefined && (
        <section>
          <h3>{TEXTS.event.decoded}</h3>
          <JsonTree label={TEXTS.event.decoded} value={event.event} depth={3} />
        </section>
      )}
      <section>
        <h3>
          {TEXTS.event.raw} <span class="dim">{event.binary ? TEXTS.event.binary : ''}</span>
        </h3>
        <RawText text={event.raw} />
      </section>
      <details>
        <summary>{TEXTS.request}</summary>
        <StreamDetails stream={event.stream} />
      </details>
    </div>
  );
}

/** What is wrong with this very event. */
function FindingsHere({ seq }: { seq: number }) {
  const findings = useSession().findings.listed.value.filter((finding) => finding.seq === seq);
  if (findings.length === 0) return null;
  return (
    <section>
      <h3>{TEXTS.event.findings}</h3>
      <FindingList findings={findings} isHere />
    </section>
  );
}

function EventHead({ event }: { event: LoggedEvent }) {
  const { log } = useSession();
  const since = event.timeMs - log.timeMsOf(0);
  const before = event.seq === 0 ? 0 : event.timeMs - log.timeMsOf(event.seq - 1);
  const stamp = event.event?.['timestamp'];
  return (
    <header class="event-title">
      <h2>
        <FamilyBadge type={event.type} /> {event.type === '' ? TEXTS.event.unreadableFrame : event.type}{' '}
        <span class="dim">#{event.seq}</span>
      </h2>
      <p class="dim">
        {formatClock(event.timeMs)} · {TEXTS.event.fromStart(formatMs(since))} ·{' '}
        {TEXTS.event.afterBefore(formatMs(before))} · {formatSize(event.raw.length)} ·{' '}
        {event.stream.dialect ?? TEXTS.event.noDialect}
        {typeof stamp === 'number' && ` · ${TEXTS.event.stamped(formatClock(stamp))}`}
      </p>
      <MadeBy event={event} />
      <Note seq={event.seq} />
    </header>
  );
}

function WhatChanged() {
  const session = useSession();
  const { before, after } = session.models.around.value;
  const changes = changesBetween(before, after);
  const { messages, state, runs, toolCalls } = changes;
  if (messages.length + state.length + runs.length + toolCalls.length === 0) {
    return <p class="dim">{TEXTS.event.noChange}</p>;
  }
  return (
    <ul class="changes">
      {runs.map(({ run, was }) => (
        <li key={`run ${run.index}`}>
          {TEXTS.viewNames.run} <code>{run.runId}</code>{' '}
          {was === undefined ? TEXTS.event.started : TEXTS.event.isNow(run.status)}
          {run.error !== undefined && `: ${run.error.message}`}
        </li>
      ))}
      {messages.map(({ kind, entry, differences }) => (
        <li key={`message ${entry.message.id}`}>
          <span class={`diff-${kind}`}>{kind}</span> {TEXTS.event.messageOf(entry.message.role)}{' '}
          <code>{entry.message.id}</code>
          {kind === 'changed' ? <DifferenceList differences={differences} /> : null}
        </li>
      ))}
      {toolCalls.map(({ call, was }) => (
        <li key={`call ${call.index}`}>
          {TEXTS.event.callOf} <code>{call.name}</code>{' '}
          {was === undefined
            ? TEXTS.event.started
            : was.status !== call.status
              ? call.status
              : TEXTS.event.hasArguments(call.args.length)}
          {call.result !== undefined && was?.result === undefined && (
            <>: {cut(preview(call.result, 200), 200)}</>
          )}
        </li>
      ))}
      {state.length > 0 && (
        <li>
          {TEXTS.viewNames.state}
          <DifferenceList differences={state} />
        </li>
      )}
    </ul>
  );
}

/** How a stream is read: as its frames look, or as the user says. */
function DialectPicker({ stream }: { stream: Stream }) {
  const workspace = useWorkspace();
  const chosen = workspace.shown.value.session.annotations.dialects.get(stream.key);
  return (
    <select
      aria-label={TEXTS.event.dialect}
      title={TEXTS.event.dialectTitle}
      value={chosen ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget;
        void workspace.readAs(stream.key, value === '' ? undefined : value);
      }}
    >
      <option value="">
        {chosen === undefined ? TEXTS.event.dialectFound(stream.dialect) : TEXTS.event.dialectFind}
      </option>
      {dialectNames().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The bookmark of an event, and what is noted about it. */
function Note({ seq }: { seq: number }) {
  const session = useSession();
  const note = session.annotations.notes.value.get(seq);
  const isMarked = note !== undefined;
  return (
    <p class="note">
      <button
        type="button"
        aria-label={TEXTS.bookmark}
        title={isMarked ? TEXTS.removeBookmark : TEXTS.addBookmark}
        aria-pressed={isMarked}
        onClick={() => session.annotations.toggleBookmark(seq)}
      >
        <span aria-hidden="true">{isMarked ? '★' : '☆'}</span>
      </button>
      {isMarked && (
        <input
          type="text"
          aria-label={TEXTS.event.note}
          placeholder={TEXTS.event.noteHint}
          maxLength={2000}
          value={note}
          onInput={(event) => session.annotations.setNote(seq, event.currentTarget.value)}
        />
      )}
    </p>
  );
}

/** Who put an event into the stream, where it was not the agent. */
function MadeBy({ event }: { event: LoggedEvent }) {
  const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
  if (made === undefined) return null;
  return (
    <p>
      <span class="tag">{TEXTS.addedBy(made.runtime)}</span> {made.why}
    </p>
  );
}

function StreamDetails({ stream }: { stream: Stream }) {
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [TEXTS.request, `${stream.method} ${stream.url}`],
    [
      TEXTS.event.transport,
      `${stream.transport}${stream.framing === undefined ? '' : `, ${stream.framing}`}`,
    ],
    [TEXTS.event.dialect, <DialectPicker key="dialect" stream={stream} />],
    [TEXTS.event.startedTime, formatClock(stream.startMs)],
    [
      TEXTS.event.firstAnswer,
      stream.headMs === undefined ? TEXTS.event.none : TEXTS.after(formatMs(stream.headMs - stream.startMs)),
    ],
    [TEXTS.event.status, stream.status === undefined ? '–' : String(stream.status)],
    [TEXTS.event.received, `${formatSize(stream.length)}, ${TEXTS.eventCount(stream.events)}`],
    [TEXTS.event.end, endOf(stream)],
  ];
  return (
    <div class="stream pad">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {Object.entries(stream.headers ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stream.input !== undefined ? (
        <>
          <h3>{TEXTS.request}</h3>
          <JsonTree label={TEXTS.request} value={stream.input} depth={1} />
        </>
      ) : (
        stream.requestBody !== undefined && <RawText text={stream.requestBody} />
      )}
      {stream.requestBodyLength !== undefined && (
        <p class="dim">{TEXTS.event.bodyCut(stream.requestBody?.length ?? 0, stream.requestBodyLength)}</p>
      )}
      {stream.length === 0 && stream.status !== undefined && stream.close !== undefined && (
        <p class="dim">{TEXTS.event.noBody}</p>
      )}
      {stream.head !== undefined && stream.head !== '' && (
        <>
          <h3>{TEXTS.answer}</h3>
          <RawText text={stream.head} />
        </>
      )}
    </div>
  );
}
