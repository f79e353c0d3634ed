// The stream of an event: request, client, dialect, response.
import type { ComponentChildren } from 'preact';
import { formatClock, formatMs, formatSize } from '@/lib/core/json/format';
import { dialectNames } from '@/lib/core/log/stream-reader';
import type { Stream } from '@/lib/core/log/types';
import { streamAt } from '@/lib/panel/stream-at';
import { useSession, useWorkspace } from '../app/context';
import { endOf } from '../list/boundary-row';
import { RawText } from '../parts/raw-text';
import { ReaderPicker } from '../parts/reader-picker';
import { ValueTree } from '../parts/value-tree';
import { TEXTS } from '../texts';
import { Fact } from '../ui/fact';

function DialectPicker({ stream }: { stream: Stream }) {
  const workspace = useWorkspace();
  const chosen = workspace.current.value.session.annotations.dialects.get(stream.key);
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

export function StreamDetails({ stream: now }: { stream: Stream }) {
  const { models, agents, log, cursor } = useSession();
  const stream = streamAt(log, cursor, now);
  const frame = agents.frameOf(now);
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [TEXTS.request, `${stream.method} ${stream.url}`],
    ...(frame === undefined ? [] : [[TEXTS.event.frame, frame] as const]),
    [
      TEXTS.event.transport,
      `${stream.transport}${stream.framing === undefined ? '' : `, ${stream.framing}`}`,
    ],
    [
      TEXTS.reader.label,
      <>
        <ReaderPicker stream={now} /> <span class="dim">{models.readers(now).evidence}</span>
      </>,
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
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {Object.entries(stream.headers ?? {}).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {stream.input !== undefined ? (
        <>
          <h3>{TEXTS.request}</h3>
          <ValueTree label={TEXTS.request} value={stream.input} depth={1} />
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
