// The toolbar: capture, clear, filter, counters, import, export.
import { useRef } from 'preact/hooks';
import { useIsOwn, useWorkspace } from '../app/context';
import { importFiles } from '../files/open';
import { FilterBox } from '../list/filter-box';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { ExportButton } from './export-button';

export function Toolbar() {
  const { dialog, clear, host } = useWorkspace();
  const isOwn = useIsOwn();
  return (
    <header class="toolbar">
      <h1 class="spoken">{TEXTS.chrome.name}</h1>
      {host.hasPage && <RecordButton />}
      {!isOwn && (
        <button type="button" aria-label={TEXTS.chrome.clear} title={TEXTS.chrome.clearTitle} onClick={clear}>
          <Icon name="clear" />
        </button>
      )}
      <FilterBox />
      <Counters />
      <span class="spring" />
      <LibraryButton />
      <ImportButton />
      <ExportButton />
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

/** Number of errors and warnings, each a filter. */
function Counters() {
  const { current, view } = useWorkspace();
  const { filter, findings: found } = current.value.session;
  const findings = found.listed.value;
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  const warnings = findings.filter((finding) => finding.severity === 'warning').length;
  if (errors === 0 && warnings === 0) return null;
  const only = (term: string) => () => {
    // Other terms could exclude the counted events.
    filter.text.value = filter.text.peek().trim() === term ? '' : term;
    view.value = 'findings';
  };
  const counterOf = (
    severity: 'error' | 'warning',
    sign: string,
    count: number,
    title: string,
    spoken: string,
  ) =>
    count > 0 && (
      <button
        type="button"
        class={`sign-${severity}`}
        title={title}
        aria-pressed={filter.text.value.trim() === `is:${severity}`}
        onClick={only(`is:${severity}`)}
      >
        <span aria-hidden="true">{sign}</span> {count}
        <span class="spoken">{spoken}</span>
      </button>
    );
  const { onlyErrors, onlyWarnings, errorsSpoken, warningsSpoken } = TEXTS.chrome;
  return (
    <div class="counters">
      {counterOf('error', '✕', errors, onlyErrors, errorsSpoken(errors))}
      {counterOf('warning', '⚠', warnings, onlyWarnings, warningsSpoken(warnings))}
    </div>
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
        onClick={() => {
          workspace.host.expectFile?.();
          picker.current?.click();
        }}
      >
        <Icon name="import" /> <span class="wide">{TEXTS.chrome.import}</span>
      </button>
      <input
        type="file"
        multiple
        ref={picker}
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const input = event.currentTarget;
          void importFiles(workspace, [...(input.files ?? [])]).finally(() => (input.value = ''));
        }}
      />
    </>
  );
}

/** Nothing without a library. */
function LibraryButton() {
  const { dialog, host } = useWorkspace();
  if (host.library === undefined) return null;
  return (
    <button
      type="button"
      aria-label={TEXTS.chrome.library}
      title={TEXTS.chrome.libraryTitle}
      onClick={() => (dialog.value = 'library')}
    >
      <Icon name="library" /> <span class="wide">{TEXTS.chrome.library}</span>
    </button>
  );
}
