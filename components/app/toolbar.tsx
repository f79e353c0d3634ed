// The toolbar: capture, clear, filter, counters, import, export.
import { useRef } from 'preact/hooks';
import type { Severity } from '@/lib/core/lint/types';
import { openExport } from '@/lib/panel/export-choice';
import { clear, importFiles } from '../files/open';
import { FilterBox } from '../list/filter-box';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { showKey } from '../ui/keys';
import { isLive, useWorkspace } from './context';
import { grantPage } from './empty';

function ExportButton() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  session.reading.revision.value;
  return (
    <button
      type="button"
      aria-label={TEXTS.export.title}
      title={TEXTS.export.openTitle}
      disabled={session.log.streams.length === 0}
      onClick={() => openExport(workspace)}
    >
      <Icon name="export" /> <span class="wide">{TEXTS.export.title}</span>
    </button>
  );
}

export function Toolbar() {
  const workspace = useWorkspace();
  const { dialog, host } = workspace;
  const isGrowing = isLive(workspace);
  const isOfPage = isGrowing && host.hasPage;
  return (
    <header class="toolbar">
      <h1 class="spoken">{TEXTS.chrome.name}</h1>
      {isOfPage && <RecordButton />}
      {isGrowing && (
        <button
          type="button"
          aria-label={TEXTS.chrome.clear}
          title={TEXTS.chrome.clearTitle}
          onClick={() => clear(workspace)}
        >
          <Icon name="clear" />
        </button>
      )}
      {isOfPage && <PreserveBox />}
      {isOfPage && <AccessButton />}
      <FilterBox />
      <Counters />
      <span class="spring" />
      <LibraryButton />
      <ImportButton />
      <ExportButton />
      {DIALOGS.map(([name, icon, keys]) => (
        <button
          key={name}
          type="button"
          aria-label={TEXTS.actions[name]}
          title={`${TEXTS.actions[name]} (${showKey(keys)})`}
          onClick={() => (dialog.value = name)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </header>
  );
}

const DIALOGS = [
  ['palette', 'commands', 'Mod+k'],
  ['shortcuts', 'help', '?'],
  ['settings', 'gear', 'Mod+,'],
] as const;

/** Grey without access to the page: nothing is captured then, even if capture is on. */
function RecordButton() {
  const { recording, setRecording, page } = useWorkspace();
  const { kind } = page.value;
  const isDenied = kind === 'not-granted' || kind === 'hidden' || kind === 'forbidden';
  const isOn = recording.value && !isDenied;
  const title = isDenied
    ? TEXTS.chrome.recordDenied[kind]
    : isOn
      ? TEXTS.chrome.recordOn
      : TEXTS.chrome.recordOff;
  return (
    <button
      type="button"
      class={`record ${isOn ? 'on' : ''}`}
      aria-label={TEXTS.chrome.record}
      aria-pressed={isOn}
      title={title}
      disabled={isDenied}
      onClick={() => setRecording(!isOn)}
    >
      <span class="dot" aria-hidden="true" />
    </button>
  );
}

function PreserveBox() {
  const { settings } = useWorkspace();
  return (
    <label class="preserve" title={TEXTS.chrome.flags.isPreserved}>
      <input
        type="checkbox"
        checked={settings.values.value.isPreserved}
        onChange={(event) => settings.change({ isPreserved: event.currentTarget.checked })}
      />
      {TEXTS.chrome.preserve}
    </label>
  );
}

/** Not shown without events: the empty panel has this button. */
function AccessButton() {
  const workspace = useWorkspace();
  const { host, page, current } = workspace;
  const { session } = current.value;
  session.reading.revision.value;
  if (session.log.length === 0) return null;
  if (page.value.kind === 'needs-reload')
    return (
      <button type="button" class="access" title={TEXTS.chrome.emptyReload} onClick={() => host.reload()}>
        {TEXTS.chrome.reload}
      </button>
    );
  if (page.value.kind !== 'not-granted') return null;
  const { origin } = page.value;
  return (
    <button
      type="button"
      class="access"
      title={TEXTS.chrome.emptyNotGranted(origin)}
      onClick={() => void grantPage(workspace, origin)}
    >
      {TEXTS.chrome.grant(origin)}
    </button>
  );
}

const COUNTED = [
  ['error', '✕'],
  ['warning', '⚠'],
] as const;

function Counters() {
  const { current, view } = useWorkspace();
  const { filter, findings } = current.value.session;
  const countOf = (severity: Severity) =>
    findings.listed.value.filter((finding) => finding.severity === severity).length;
  const counted = COUNTED.filter(([severity]) => countOf(severity) > 0);
  if (counted.length === 0) return null;
  const only = (term: string) => () => {
    // Other terms could exclude the counted events.
    filter.text.value = filter.text.peek().trim() === term ? '' : term;
    view.value = 'findings';
  };
  return (
    <div class="counters">
      {counted.map(([severity, sign]) => (
        <button
          key={severity}
          type="button"
          class={`sign-${severity}`}
          title={TEXTS.chrome.onlySeverity(severity)}
          aria-pressed={filter.text.value.trim() === `is:${severity}`}
          onClick={only(`is:${severity}`)}
        >
          <span aria-hidden="true">{sign}</span> {countOf(severity)}
          <span class="spoken">{TEXTS.chrome.severitySpoken(severity, countOf(severity))}</span>
        </button>
      ))}
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
