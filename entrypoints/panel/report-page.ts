// The panel in a report: one HTML file with a recording inside (lib/core/files/html-report), without an extension around it.

import { mount } from '@/components/app/mount';
import { importText, importTexts } from '@/components/files/open';
import { REPORT_DATA } from '@/lib/core/files/html-report';
import { createDirectChannel } from '@/lib/panel/channel';
import type { EmbeddedSession, Host } from '@/lib/panel/host';
import { startHere } from '@/lib/panel/worker/here';
import { createWorkspace } from '@/lib/panel/workspace';
import { copy, save } from './hand-out';
import { createLens } from './lens';
import { scheduler } from './scheduler';
import { followSystemTheme } from './system-theme';

/** The host of a report: no inspected page. */
function createReportHost(texts: () => Iterable<string>, own: EmbeddedSession): Host {
  let settings: string | null = null;
  return {
    hasPage: false,
    own,
    page: () => Promise.resolve({ kind: 'no-tab' }),
    grant: () => Promise.resolve(false),
    reload() {},
    save,
    copy,
    // A page on a disk may start no worker.
    startWorker: startHere,
    sample: () => Promise.resolve([...texts()].join('')),
    recent: () => Promise.resolve([]),
    openRecent: () => Promise.resolve([]),
    forgetRecent: () => Promise.resolve(),
    settings: {
      read: () => settings,
      write(next) {
        settings = next;
      },
    },
  };
}

/** The recording that the page holds, in parts. */
function* textsOfPage(): Iterable<string> {
  for (const { textContent } of document.querySelectorAll(`script[type="${REPORT_DATA}"]`))
    yield textContent.trimStart();
}

/** Shows the recording that the page holds. */
export function startReport(): void {
  const channel = createDirectChannel(() => () => {});
  const [, title = 'recording'] = /([^/]+?)(?:\.html)?$/.exec(decodeURIComponent(location.pathname)) ?? [];
  const name = `${title}.agui.jsonl`;
  const show = () => importTexts(workspace, name, textsOfPage());
  const workspace = createWorkspace(channel, createReportHost(textsOfPage, { name, show }), scheduler);
  followSystemTheme(workspace.settings);
  const container = document.getElementById('app');
  container?.replaceChildren();
  if (container !== null) mount(workspace, container);
  const load = (file: string, text: string) => importText(workspace, file, text);
  Object.assign(globalThis, { lens: createLens(workspace, load) });
  void show();
}
