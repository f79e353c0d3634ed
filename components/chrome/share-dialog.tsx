// Share dialog: choice, preview, save. Redacted by default.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { writtenFormats } from '@/lib/core/files/format-facts';
import { formatSize } from '@/lib/core/json/format';
import { pathsOf } from '@/lib/core/redact/paths';
import { LEVELS, type Level } from '@/lib/core/redact/policy';
import type { SecretScan } from '@/lib/core/redact/secrets';
import { useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { SCOPES, type ScopeId, type ShareFile, scopeRuns, shareFile } from '../files/share-file';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { PathTree } from './path-tree';

const words = TEXTS.share;

export function ShareDialog() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  const format = useSignal('recording');
  const scope = useSignal<ScopeId>('all');
  const level = useSignal<Level>('share');
  const keep = useSignal<readonly string[]>([]);
  const isConfirmed = useSignal(false);
  const file = useSignal<ShareFile | undefined>(undefined);
  const paths = useMemo(() => pathsOf(session.log), [session]);
  useSignalEffect(() => {
    const choice = { format: format.value, scope: scope.value, level: level.value, keep: keep.value };
    const cancel = new AbortController();
    file.value = undefined;
    isConfirmed.value = false;
    void shareFile(workspace, session, choice, cancel.signal).then((made) => {
      if (!cancel.signal.aborted) file.value = made;
    });
    // Another choice, or the dialog was closed.
    return () => cancel.abort();
  });
  const ready = useComputed(() => {
    const made = file.value;
    if (made === undefined || 'refused' in made) return undefined;
    const mayLeave = isConfirmed.value || isClean(made.examined?.secrets);
    return mayLeave ? made : undefined;
  });
  const close = () => {
    workspace.dialog.value = undefined;
  };
  const save = () => {
    const made = ready.value;
    if (made === undefined) return;
    workspace.host.save(made.name, made.mime, [made.blob]);
    workspace.notice.value = {
      severity: 'info',
      text: TEXTS.exported(made.name, formatSize(made.blob.size), made.skipped),
    };
    close();
  };
  return (
    <Dialog label={words.title} class="share" onClose={close}>
      <h2>{words.title}</h2>
      <Picker
        label={words.format}
        value={format}
        options={writtenFormats.map(({ id, label }) => [id, label])}
      />
      <Picker label={words.scope} value={scope} options={scopeOptions(workspace.current.value.session)} />
      <Picker label={words.level} value={level} options={LEVELS.map((each) => [each, words.levels[each]])} />
      <p class="dim">{words.levelNotes[level.value]}</p>
      {level.value === 'choose' && (
        <PathTree
          label={words.keep}
          more={words.keepMore}
          nodes={paths}
          chosen={keep.value}
          onChange={(next) => (keep.value = next)}
        />
      )}
      <Preview file={file.value} />
      <Secrets
        file={file.value}
        isConfirmed={isConfirmed.value}
        onConfirm={(on) => (isConfirmed.value = on)}
      />
      <div class="dialog-buttons">
        <button
          type="button"
          disabled={ready.value === undefined}
          onClick={() => void ready.value?.blob.text().then((text) => copyText(workspace, text))}
        >
          {words.copy}
        </button>
        <span class="spring" />
        <button type="button" onClick={close}>
          {TEXTS.cancel}
        </button>
        <button type="button" class="primary" disabled={ready.value === undefined} onClick={save}>
          {words.save}
        </button>
      </div>
    </Dialog>
  );
}

function scopeOptions(session: Parameters<typeof scopeRuns>[0]): readonly (readonly [ScopeId, string])[] {
  const { filter, cursor, log, names } = session;
  const name = (id: ScopeId): string | undefined => {
    if (id === 'run' || id === 'runs') {
      const runs = scopeRuns(session, id);
      return runs.length === 0 ? undefined : words.scopes[id](runs.map(names.run).join(', '));
    }
    if (id === 'filter')
      return filter.compiled.value.isEmpty
        ? undefined
        : words.scopes.filter(filter.matches.value.rows.events);
    if (id === 'event') return log.length === 0 ? undefined : words.scopes.event(cursor.seq.value);
    return words.scopes.all;
  };
  return SCOPES.flatMap((id) => {
    const label = name(id);
    return label === undefined ? [] : [[id, label] as const];
  });
}

interface PickerProps<T extends string> {
  readonly label: string;
  readonly value: { value: T };
  readonly options: readonly (readonly [T, string])[];
}

function Picker<T extends string>({ label, value, options }: PickerProps<T>) {
  return (
    <label class="setting">
      {label}
      <select
        value={value.value}
        onChange={(event) => {
          const chosen = options.find(([id]) => id === event.currentTarget.value);
          if (chosen !== undefined) value.value = chosen[0];
        }}
      >
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Preview({ file }: { file: ShareFile | undefined }) {
  if (file === undefined) return <p role="status">{words.preparing}</p>;
  if ('refused' in file) return <p role="alert">{file.refused}</p>;
  const { blob, start, replaced, skipped, examined } = file;
  const size = formatSize(blob.size);
  const { events = 0, streams = 0 } = examined ?? {};
  return (
    <>
      <p role="status">{words.facts({ events, streams, replaced, skipped, size })}</p>
      {blob.size > new Blob([start]).size && <p class="dim">{words.previewCut(size)}</p>}
      <pre class="share-preview" role="region" aria-label={words.preview} tabIndex={0}>
        {start}
      </pre>
    </>
  );
}

/** True if everything was scanned, or nothing had to be, without a finding. */
function isClean(scan: SecretScan | undefined): boolean {
  return scan === undefined || (scan.found.length === 0 && !scan.isCut);
}

interface SecretsProps {
  readonly file: ShareFile | undefined;
  readonly isConfirmed: boolean;
  onConfirm(on: boolean): void;
}

function Secrets({ file, isConfirmed, onConfirm }: SecretsProps) {
  const scan: SecretScan | undefined =
    file === undefined || 'refused' in file ? undefined : file.examined?.secrets;
  if (scan === undefined) return null;
  if (isClean(scan)) return <p class="dim">{words.noSecrets}</p>;
  const { found, isCut } = scan;
  const title = found.length === 0 ? words.secretsUnseen : words.secrets(found.length);
  return (
    <section class="share-secrets" aria-label={title}>
      <p role="alert">{title}</p>
      <ul>
        {found.map(({ kind, where, shown }, index) => (
          <li key={index}>{words.secret(kind, where, shown)}</li>
        ))}
      </ul>
      {isCut && found.length > 0 && <p>{words.secretsCut}</p>}
      <label class="setting">
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
        {words.confirm}
      </label>
    </section>
  );
}
