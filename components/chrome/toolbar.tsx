// The top bar: record, clear, filter, counters, import, export.
import { useRef } from 'preact/hooks';
import { useWorkspace } from '../context';
import { importFile } from '../files';
import { FilterBox } from '../list/filter-box';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { ExportMenu } from './export-menu';

/** The panel's toolbar. */
export function Toolbar() {
  const workspace = useWorkspace();
  const { session } = workspace.shown.value;
  const picker = useRef<HTMLInputElement>(null);
  const recording = workspace.recording.value;
  const findings = session.findings.listed.value;
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  const warnings = findings.filter((finding) => finding.severity === 'warning').length;
  return (
    <header class="toolbar">
      <h1 class="spoken">{TEXTS.name}</h1>
      <button
        type="button"
        class={`record ${recording ? 'on' : ''}`}
        aria-label={TEXTS.record}
        aria-pressed={recording}
        title={recording ? TEXTS.recordOn : TEXTS.recordOff}
        onClick={() => workspace.setRecording(!recording)}
      >
        <span class="dot" aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={TEXTS.clear}
        title={TEXTS.clearTitle}
        onClick={() => workspace.clear()}
      >
        <Icon name="clear" />
      </button>
      <FilterBox />
      {(errors > 0 || warnings > 0) && (
        <button type="button" class="counters" onClick={() => (workspace.view.value = 'findings')}>
          {errors > 0 && (
            <span class="sign-error">
              <span aria-hidden="true">✕</span> {errors}
              <span class="spoken">{TEXTS.errorsSpoken(errors)}</span>
            </span>
          )}
          {warnings > 0 && (
            <span class="sign-warning">
              <span aria-hidden="true">⚠</span> {warnings}
              <span class="spoken">{TEXTS.warningsSpoken(warnings)}</span>
            </span>
          )}
        </button>
      )}
      <span class="spring" />
      <button
        type="button"
        data-focus="import"
        aria-label={TEXTS.import}
        title={TEXTS.importTitle}
        onClick={() => picker.current?.click()}
      >
        <Icon name="import" /> <span class="wide">{TEXTS.import}</span>
      </button>
      <input
        type="file"
        ref={picker}
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const input = event.currentTarget;
          const file = input.files?.[0];
          if (file !== undefined) void importFile(workspace, file).finally(() => (input.value = ''));
        }}
      />
      <ExportMenu />
      <button
        type="button"
        aria-label={TEXTS.settings}
        title={TEXTS.settings}
        onClick={() => (workspace.dialog.value = 'settings')}
      >
        <Icon name="gear" />
      </button>
    </header>
  );
}
