// The panel in a report: an HTML file that contains a recording (lib/core/files/html-report) and needs no extension.

import { importTexts } from '@/components/files/open';
import { REPORT_DATA } from '@/lib/core/files/html-report';
import { createDirectChannel } from '@/lib/panel/channel';
import { createWorkspace } from '@/lib/panel/workspace';
import { mountPage } from './mount-page';
import { scheduler } from './scheduler';
import { createWebHost, settingsInMemory } from './web-host';

const DATA = `script[type="${REPORT_DATA}"]`;

export const isReport = (): boolean => document.querySelector(DATA) !== null;

/** The recording in the page, in parts. */
function* textsOfPage(): Iterable<string> {
  for (const { textContent } of document.querySelectorAll(DATA)) yield textContent.trimStart();
}

export function startReport(): void {
  const [, title = 'recording'] = /([^/]+?)(?:\.html)?$/.exec(decodeURIComponent(location.pathname)) ?? [];
  const name = `${title}.agui.jsonl`;
  const show = () => importTexts(workspace, name, textsOfPage());
  const host = createWebHost({
    own: { name, show },
    settings: settingsInMemory(),
  });
  const workspace = createWorkspace(
    createDirectChannel(() => () => {}),
    host,
    scheduler,
  );
  mountPage(workspace);
  void show();
}
