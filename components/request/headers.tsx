// Headers of a request, as far as they are known, and how its stream is read.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { dialectNames } from '@/lib/core/log/stream-reader';
import type { Stream } from '@/lib/core/log/types';
import { useSession, useWorkspace } from '../app/context';
import { endOf } from '../list/boundary-row';
import { ReaderPicker } from '../shared/pickers';
import { TEXTS } from '../texts';
import { Fact } from '../ui/fact';
import type { RequestPartProps } from './tab-props';

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

function Detected({ label, value, children }: { label: string; value: string; children: ComponentChildren }) {
  const isChanging = useSignal(false);
  return (
    <Fact name={label}>
      {isChanging.value ? (
        children
      ) : (
        <>
          {value}{' '}
          <button
            type="button"
            class="link"
            aria-label={TEXTS.requestView.changeOf(label)}
            onClick={() => (isChanging.value = true)}
          >
            {TEXTS.requestView.change}
          </button>
        </>
      )}
    </Fact>
  );
}

export function Headers({ stream, now }: RequestPartProps) {
  const { agents, models, annotations } = useSession();
  const words = TEXTS.requestView;
  const frame = agents.frameOf(now);
  const reader = models.readers(now);
  return (
    <>
      <h3>{words.general}</h3>
      <dl>
        <Fact name={words.url}>{stream.url}</Fact>
        <Fact name={words.method}>{stream.method}</Fact>
        <Fact name={TEXTS.event.status}>
          {stream.status === undefined ? TEXTS.event.none : String(stream.status)} · {endOf(stream)}
        </Fact>
        {stream.origin !== undefined && <Fact name={words.origin}>{stream.origin}</Fact>}
        {frame !== undefined && <Fact name={TEXTS.event.frame}>{frame}</Fact>}
        <Fact name={TEXTS.event.transport}>
          {stream.transport}
          {stream.framing !== undefined && `, ${stream.framing}`}
        </Fact>
        <Detected label={TEXTS.reader.label} value={`${reader.consumer.name}. ${reader.evidence}`}>
          <ReaderPicker stream={now} />
        </Detected>
        <Detected
          label={TEXTS.event.dialect}
          value={annotations.dialects.get(stream.key) ?? stream.dialect ?? TEXTS.event.noDialect}
        >
          <DialectPicker stream={stream} />
        </Detected>
      </dl>
      <h3>{words.responseHeaders}</h3>
      <HeaderList headers={Object.entries(stream.headers ?? {})} />
      <h3>{words.requestHeaders}</h3>
      <HeaderList headers={stream.accept === undefined ? [] : [['accept', stream.accept]]} />
      <p class="dim">{words.headersUnknown}</p>
    </>
  );
}

function HeaderList({ headers }: { headers: readonly (readonly [string, string])[] }) {
  if (headers.length === 0) return <p class="dim">{TEXTS.event.none}</p>;
  return (
    <dl>
      {headers.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
