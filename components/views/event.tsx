// The Event view: the event at the cursor, or the stream of a selected boundary.
import type { ComponentChildren } from 'preact';
import { formatClock, hasClock } from '@/lib/core/json/format';
import type { Boundary, LoggedEvent } from '@/lib/core/log/types';
import { useSession } from '../app/context';
import { EventHead } from '../event/event-title';
import { WhatChanged } from '../event/what-changed';
import { FindingList } from '../findings/finding-list';
import { RawText } from '../parts/raw-text';
import { ValueTree } from '../parts/value-tree';
import { RequestView } from '../request/request-view';
import { TEXTS } from '../texts';

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
  if ('stream' in boundary && boundary.stream !== undefined) return <RequestView stream={boundary.stream} />;
  return (
    <section class="pad">
      <h2>{titleOf(boundary)}</h2>
      {hasClock(boundary.timeMs) && <p class="dim">{formatClock(boundary.timeMs)}</p>}
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
