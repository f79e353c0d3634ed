// Export dialog: format, content, redaction, preview. Values are replaced by default.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { writtenFormats } from '@/lib/core/files/format-facts';
import type { FormatFacts, FormatGroup } from '@/lib/core/files/types';
import { formatSize } from '@/lib/core/json/format';
import { pathsOf } from '@/lib/core/redact/paths';
import { EXPORT_LEVELS, type ExportChoice, SCOPES, type ScopeId } from '@/lib/panel/export-choice';
import type { Host } from '@/lib/panel/host';
import type { Session } from '@/lib/panel/session';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { Progress } from '../ui/progress';
import { type ExportFile, exportFile, isPartShown, scopeRuns } from './export-file';
import { ExportPreview } from './export-preview';
import { PathTree } from './path-tree';
import { isClean } from './save-file';

const words = TEXTS.export;
const GROUPS: readonly FormatGroup[] = ['people', 'tests', 'tools', 'raw'];

type MadeFile = Exclude<ExportFile, { readonly refused: string }>;
type Change = (part: Partial<ExportChoice>) => void;

export function ExportDialog() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  const choice = workspace.exportChoice;
  const file = useSignal<ExportFile | undefined>(undefined);
  const share = useSignal<number | undefined>(0);
  const isConfirmed = useSignal(false);
  const byHand = useSignal<string | undefined>(undefined);
  const change: Change = (part) => {
    choice.value = { ...choice.peek(), ...part };
  };
  useSignalEffect(() => {
    const chosen = choice.value;
    const cancel = new AbortController();
    const { signal } = cancel;
    share.value = 0;
    isConfirmed.value = false;
    byHand.value = undefined;
    const onShare = (done: number) => {
      if (!signal.aborted) share.value = done;
    };
    void exportFile(workspace, session, chosen, { signal, onShare }).then((made) => {
      if (signal.aborted) return;
      file.value = made;
      share.value = undefined;
    });
    // Cancelled by another choice, or by closing the dialog.
    return () => cancel.abort();
  });
  const made = file.value;
  const written = made === undefined || 'refused' in made ? undefined : made;
  const mayLeave = isConfirmed.value || isClean(written?.examined?.secrets);
  const ready = share.value === undefined && mayLeave ? written : undefined;
  const close = () => (workspace.dialog.value = undefined);
  const download = ({ name, mime, blob, skipped }: MadeFile) => {
    workspace.host.save(name, mime, [blob]);
    const text = TEXTS.exported(name, formatSize(blob.size), skipped);
    workspace.notice.value = { severity: 'info', text };
    close();
  };
  const copy = async ({ blob }: MadeFile) => {
    const text = await blob.text();
    if (!(await workspace.host.copy(text))) {
      byHand.value = text;
      return;
    }
    workspace.notice.value = { severity: 'info', text: TEXTS.copied(formatSize(blob.size)) };
    close();
  };
  const isPacked = ready?.mime === 'application/gzip';
  return (
    <Dialog label={words.title} class="export" onClose={close}>
      <h2>{words.title}</h2>
      <Choices session={session} choice={choice.value} onChange={change} host={workspace.host} />
      {share.value !== undefined && <Progress text={words.preparing} share={share.value} />}
      {share.value === undefined && made !== undefined && 'refused' in made && (
        <p role="alert">{made.refused}</p>
      )}
      {written !== undefined && (
        <div aria-busy={share.value !== undefined}>
          {share.value === undefined && (
            <Secrets file={written} isConfirmed={isConfirmed} onChange={change} level={choice.value.level} />
          )}
          <ExportPreview file={written} />
        </div>
      )}
      {byHand.value !== undefined && <ByHand text={byHand.value} />}
      <div class="dialog-buttons">
        <button
          type="button"
          disabled={ready === undefined || isPacked}
          onClick={() => ready && void copy(ready)}
        >
          {words.copy}
        </button>
        <span class="spring" />
        <button type="button" onClick={close}>
          {TEXTS.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={ready === undefined}
          onClick={() => ready && download(ready)}
        >
          {words.download}
        </button>
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly session: Session;
  readonly choice: ExportChoice;
  readonly host: Host;
  readonly onChange: Change;
}

function Choices({ session, choice, host, onChange }: ChoicesProps) {
  const { format, scope, level, isPacked } = choice;
  const formats = offeredFormats(host);
  const isPackable = formats.find(({ id }) => id === format)?.isPackable === true;
  return (
    <>
      <div class="export-choices">
        <label>
          <span>{words.format}</span>
          <select value={format} onChange={({ currentTarget }) => onChange({ format: currentTarget.value })}>
            {GROUPS.map((group) => (
              <optgroup key={group} label={words.groups[group]}>
                {formats
                  .filter((each) => each.group === group)
                  .map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        {isPackable && (
          <label>
            <input
              type="checkbox"
              checked={isPacked}
              onChange={({ currentTarget }) => onChange({ isPacked: currentTarget.checked })}
            />
            {words.packed}
          </label>
        )}
        <label>
          <span>{words.scope}</span>
          <select
            value={scope}
            onChange={({ currentTarget }) => {
              const chosen = SCOPES.find((id) => id === currentTarget.value);
              if (chosen !== undefined) onChange({ scope: chosen });
            }}
          >
            {scopeOptions(session).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <fieldset class="export-levels">
        <legend>{words.level}</legend>
        {EXPORT_LEVELS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="export-level"
              checked={each === level}
              onChange={() => onChange({ level: each, hidesSecrets: false })}
            />
            {words.levels[each]}
          </label>
        ))}
      </fieldset>
      <p class="dim">{words.levelNotes[level]}</p>
      {level === 'choose' && <KeptPaths session={session} choice={choice} onChange={onChange} />}
    </>
  );
}

function offeredFormats(host: Host): readonly FormatFacts[] {
  return writtenFormats.filter(({ needsReport }) => needsReport !== true || host.reportParts !== undefined);
}

function KeptPaths({ session, choice, onChange }: Omit<ChoicesProps, 'host'>) {
  const paths = useMemo(() => pathsOf(session.log), [session]);
  return (
    <>
      <label class="setting">
        <input
          type="checkbox"
          checked={choice.keepsTools}
          onChange={({ currentTarget }) => onChange({ keepsTools: currentTarget.checked })}
        />
        {words.keepsTools}
      </label>
      <PathTree
        label={words.keep}
        more={words.keepMore}
        nodes={paths}
        chosen={choice.keep}
        onChange={(keep) => onChange({ keep })}
      />
    </>
  );
}

function scopeOptions(session: Session): readonly (readonly [ScopeId, string])[] {
  const { filter, list, cursor, log, names } = session;
  const name = (id: ScopeId): string | undefined => {
    if (id === 'run' || id === 'runs') {
      const runs = scopeRuns(session, id);
      return runs.length === 0 ? undefined : words.scopes[id](runs.map(names.run).join(', '));
    }
    if (id === 'shown')
      return isPartShown(session)
        ? words.scopes.shown({
            isFiltered: !filter.compiled.value.isEmpty,
            isSelected: list.range.value !== undefined,
            isSinceLoad: list.part.value !== undefined,
          })
        : undefined;
    if (id === 'event') return log.length === 0 ? undefined : words.scopes.event(cursor.seq.value);
    return words.scopes.all;
  };
  return SCOPES.flatMap((id) => {
    const label = name(id);
    return label === undefined ? [] : [[id, label] as const];
  });
}

interface SecretsProps {
  readonly file: MadeFile;
  readonly level: ExportChoice['level'];
  readonly isConfirmed: Signal<boolean>;
  readonly onChange: Change;
}

function Secrets({ file, level, isConfirmed, onChange }: SecretsProps) {
  const scan = file.examined?.secrets;
  if (scan === undefined) return null;
  if (isClean(scan)) return <p class="dim">{words.noSecrets}</p>;
  const { found, isCut } = scan;
  const title = found.length === 0 ? words.secretsUnseen : words.secrets(found.length, isCut);
  return (
    <section class="export-secrets" aria-label={title}>
      <p role="alert">{title}</p>
      <ul>
        {found.map(({ kind, where, shown }, index) => (
          <li key={index}>{words.secret(kind, where, shown)}</li>
        ))}
      </ul>
      {isCut && found.length > 0 && <p>{words.secretsCut}</p>}
      {(level === 'full' || level === 'choose') && (
        <button
          type="button"
          class="bordered"
          onClick={() => onChange(level === 'full' ? { level: 'secrets' } : { hidesSecrets: true })}
        >
          {words.redactThese(found.length, isCut)}
        </button>
      )}
      <label class="setting">
        <input
          type="checkbox"
          checked={isConfirmed.value}
          onChange={({ currentTarget }) => (isConfirmed.value = currentTarget.checked)}
        />
        {words.confirm}
      </label>
    </section>
  );
}

/** Fallback if the browser refuses the clipboard. */
function ByHand({ text }: { text: string }) {
  return (
    <div class="export-by-hand">
      <span role="alert">{words.copyByHand}</span>
      <textarea
        readOnly
        rows={4}
        aria-label={words.copyByHand}
        value={text}
        ref={(element) => element?.select()}
      />
    </div>
  );
}
