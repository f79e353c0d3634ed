// The Event view: the event at the cursor, or the stream of a selected boundary.
import type { ComponentChildren } from 'preact';
import { runtimeMade } from '@/lib/core/agui/runtime-made';
import { formatClock, formatMs, formatSize, hasClock } from '@/lib/core/json/format';
import { cut, preview } from '@/lib/core/json/preview';
import type { Boundary, LoggedEvent } from '@/lib/core/log/types';
import { startMsOf } from '@/lib/core/metrics/start';
import { changesBetween } from '@/lib/core/model/queries/changes';
import { useSession } from '../app/context';
import { FindingList } from '../findings/finding-list';
import { RequestView } from '../request/request-view';
import { DifferenceList } from '../shared/difference-list';
import { RawText } from '../shared/raw-text';
import { FamilyBadge } from '../shared/signs';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';

function EventHead({ event }: { event: LoggedEvent }) {
  const { log, annotations } = useSession();
  const note = annotations.notes.value.get(event.seq);
  const isBookmarked = note !== undefined;
  const since = event.timeMs - startMsOf(log);
  const before = event.seq === 0 ? 0 : event.timeMs - log.timeMsOf(event.seq - 1);
  const stamp = event.event?.['timestamp'];
  return (
    <header class="event-title">
      <div class="event-line">
        <h2>
          <FamilyBadge type={event.type} /> {event.type === '' ? TEXTS.event.unreadableFrame : event.type}{' '}
          <span class="dim">#{event.seq}</span>
        </h2>
        <button
          type="button"
          aria-label={TEXTS.bookmark}
          title={isBookmarked ? TEXTS.removeBookmark : TEXTS.addBookmark}
          aria-pressed={isBookmarked}
          onClick={() => annotations.toggleBookmark(event.seq)}
        >
          <span aria-hidden="true">{isBookmarked ? '★' : '☆'}</span>
        </button>
      </div>
      <p class="dim">
        {hasClock(event.timeMs) && `${formatClock(event.timeMs)} · `}
        {TEXTS.event.fromStart(formatMs(since))} · {TEXTS.event.afterBefore(formatMs(before))} ·{' '}
        {formatSize(event.raw.length)} · {event.stream.dialect ?? TEXTS.event.noDialect}
        {typeof stamp === 'number' &&
          ` · ${TEXTS.event.stamped(hasClock(stamp) ? formatClock(stamp) : String(stamp))}`}
      </p>
      <MadeBy event={event} />
      {isBookmarked && (
        <p class="note">
          <input
            type="text"
            aria-label={TEXTS.event.note}
            placeholder={TEXTS.event.noteHint}
            maxLength={2000}
            value={note}
            onInput={({ currentTarget }) => annotations.setNote(event.seq, currentTarget.value)}
          />
        </p>
      )}
    </header>
  );
}

function MadeBy({ event }: { event: LoggedEvent }) {
  const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
  if (made === undefined) return null;
  return (
    <p>
      <span class="tag">{TEXTS.addedBy(made.runtime)}</span> {made.why}
    </p>
  );
}

/** Messages, calls and runs listed, each. */
const SHOWN = 200;

function Rest({ of }: { of: readonly unknown[] }) {
  return of.length > SHOWN ? <li class="dim">{TEXTS.more(of.length - SHOWN)}</li> : null;
}

function WhatChanged() {
  const { models, names } = useSession();
  const { before, after } = models.around.value;
  const changes = changesBetween(before, after);
  const { messages, state, runs, toolCalls } = changes;
  if (messages.length + state.length + runs.length + toolCalls.length === 0) {
    return <p class="dim">{TEXTS.event.noChange}</p>;
  }
  return (
    <ul class="changes">
      {runs.slice(0, SHOWN).map(({ run, was }) => (
        <li key={`run ${run.index}`}>
          <b title={asTitle(run.runId)}>
            {TEXTS.event.runIs(names.run(run), was === undefined ? 'started' : run.status)}
          </b>
          {run.error !== undefined && `: ${cut(run.error.message, ROW_TEXT_MAX)}`}
        </li>
      ))}
      <Rest of={runs} />
      {messages.slice(0, SHOWN).map(({ kind, entry, differences }) => (
        <li key={`message ${names.id(entry.message.id)}`}>
          <span class={`diff-${kind}`}>{kind}</span> {TEXTS.event.messageOf(entry.message.role)}{' '}
          <code title={asTitle(entry.message.id)}>{names.id(entry.message.id)}</code>
          {kind === 'changed' ? <DifferenceList differences={differences} /> : null}
        </li>
      ))}
      <Rest of={messages} />
      {toolCalls.slice(0, SHOWN).map(({ call, was }) => (
        <li key={`call ${call.index}`}>
          {TEXTS.event.callOf} <code>{cut(call.name, ROW_TEXT_MAX)}</code>{' '}
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
      <Rest of={toolCalls} />
      {state.length > 0 && (
        <li>
          {TEXTS.viewNames.state}
          <DifferenceList differences={state} />
        </li>
      )}
    </ul>
  );
}

export function EventView() {
  const { cursor, log } = useSession();
  const boundary = log.boundaries[cursor.boundary.value ?? -1];
  if (boundary !== undefined) return <BoundaryDetails boundary={boundary} />;
  const event = cursor.seq.value < 0 ? undefined : log.at(cursor.seq.value);
  if (event === undefined) return <p class="nothing">{TEXTS.event.noEvent}</p>;
  return (
    <div class="pad">
      <EventHead event={event} />
      <Problems problems={event.problems} />
      <FindingsHere seq={event.seq} />
      <Section title={TEXTS.event.changed}>
        <WhatChanged />
      </Section>
      {event.event !== undefined && (
        <Section title={TEXTS.event.decoded}>
          <ValueTree label={TEXTS.event.decoded} value={event.event} depth={3} />
        </Section>
      )}
      <section>
        <h3>
          {TEXTS.event.raw} <span class="dim">{event.binary ? TEXTS.event.binary : ''}</span>
        </h3>
        <RawText text={event.raw} />
      </section>
      <details>
        <summary>{TEXTS.request}</summary>
        <RequestView stream={event.stream} />
      </details>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function BoundaryDetails({ boundary }: { boundary: Boundary }) {
  if (boundary.kind === 'unread')
    return (
      <div class="pad">
        <section>
          <h3>{TEXTS.event.unread}</h3>
          <p class="dim">{TEXTS.event.unreadSize(boundary.units, boundary.text.length)}</p>
          <RawText text={boundary.text} />
        </section>
        <details>
          <summary>{TEXTS.request}</summary>
          <RequestView stream={boundary.stream} />
        </details>
      </div>
    );
  const stream = 'stream' in boundary ? boundary.stream : undefined;
  if (stream !== undefined && boundary.kind !== 'gap') return <RequestView stream={stream} />;
  return (
    <section class="pad">
      <h2>{titleOf(boundary)}</h2>
      {hasClock(boundary.timeMs) && <p class="dim">{formatClock(boundary.timeMs)}</p>}
      {stream !== undefined && (
        <details>
          <summary>{TEXTS.request}</summary>
          <RequestView stream={stream} />
        </details>
      )}
    </section>
  );
}

function titleOf(boundary: Boundary): string {
  if (boundary.kind === 'navigation') return boundary.url;
  if (boundary.kind === 'gap') return boundary.detail || boundary.reason;
  return boundary.kind;
}

function Problems({ problems }: Pick<LoggedEvent, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <Section title={TEXTS.problems}>
      <ul class="problems">
        {problems.map(({ message, pointer }, index) => (
          <li key={index}>
            <span class="sign-warning" aria-hidden="true">
              ⚠
            </span>{' '}
            {message} {pointer !== undefined && <code>{pointer}</code>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

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
