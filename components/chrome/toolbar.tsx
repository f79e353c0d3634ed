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
  const { dialog, clear } = useWorkspace();
  return (
    <header class="toolbar">
      <h1 class="spoken">{TEXTS.chrome.name}</h1>
      <RecordButton />
      <button type="button" aria-label={TEXTS.chrome.clear} title={TEXTS.chrome.clearTitle} onClick={clear}>
        <Icon name="clear" />
      </button>
      <FilterBox />
      <Counters />
      <span class="spring" />
      <ImportButton />
      <ExportMenu />
      <button
        type="button"
        aria-label={TEXTS.actions.settings}
        title={TEXTS.actions.settings}
        onClick={() => (dialog.value = 'settings')}
      >
        <Icon name="gear" />
      </button>
    </header>
  );
}

function RecordButton() {
  const { recording, setRecording } = useWorkspace();
  const isOn = recording.value;
  return (
    <button
      type="button"
      class={`record ${isOn ? 'on' : ''}`}
      aria-label={TEXTS.chrome.record}
      aria-pressed={isOn}
      title={isOn ? TEXTS.chrome.recordOn : TEXTS.chrome.recordOff}
      onClick={() => setRecording(!isOn)}
    >
      <span class="dot" aria-hidden="true" />
    </button>
  );
}

/** How many errors and warnings there are; nothing where there are none. */
function Counters() {
  const { shown, view } = useWorkspace();
  const findings = shown.value.session.findings.listed.value;
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  const warnings = findings.filter((finding) => finding.severity === 'warning').length;
  if (errors === 0 && warnings === 0) return null;
  return (
    <button type="button" class="counters" onClick={() => (view.value = 'findings')}>
      {errors > 0 && (
        <span class="sign-error">
          <span aria-hidden="true">✕</span> {errors}
          <span class="spoken">{TEXTS.chrome.errorsSpoken(errors)}</span>
        </span>
      )}
      {warnings > 0 && (
        <span class="sign-warning">
          <span aria-hidden="true">⚠</span> {warnings}
          <span class="spoken">{TEXTS.chrome.warningsSpoken(warnings)}</span>
        </span>
      )}
    </button>
  );
}

function ImportButton() {
  const workspace = useWorkspace();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        data-focus="import"
        aria-label={TEXTS.chrome.import}
        title={TEXTS.chrome.importTitle}
        onClick={() => picker.current?.click()}
      >
        <Icon name="import" /> <span class="wide">{TEXTS.chrome.import}</span>
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
    </>
  );
}
