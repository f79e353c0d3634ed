// The panel as a page of its own: for dropped or pasted files, for `?url=`, and for files served by `lens open`.

import { notify } from '@/components/app/notices';
import { importFiles } from '@/components/files/open';
import { TEXTS } from '@/components/texts';
import type { ReportParts } from '@/lib/core/files/types';
import { urlPath } from '@/lib/core/json/url';
import { createDirectChannel } from '@/lib/panel/channel';
import type { SettingsStore } from '@/lib/panel/settings';
import { createWorkspace, type Workspace } from '@/lib/panel/workspace';
import { createFollower, type Follower, followFile } from './follow-file';
import { toReportParts } from './inline-parts';
import { mountPage } from './mount-page';
import { scheduler } from './scheduler';
import { settingsInStorage } from './settings-in-storage';
import { createWebHost, settingsInMemory } from './web-host';

/** A file listed in the page by the server of `lens open`. */
interface ListedFile {
  readonly name: string;
  readonly url: string;
  readonly isFollowed?: boolean;
}

function listedFiles(): readonly ListedFile[] {
  const list = document.getElementById('files')?.textContent;
  // Written by the server of `lens open`.
  return list ? (JSON.parse(list) as readonly ListedFile[]) : [];
}

const SETTINGS = 'ag-ui-lens-settings';

export function settingsOfSite(): SettingsStore {
  try {
    return settingsInStorage(SETTINGS);
  } catch {
    return settingsInMemory();
  }
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

export async function siteParts(): Promise<ReportParts> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  const code = document.querySelector<HTMLScriptElement>('script[src]');
  const [text, style] = await Promise.all([textAt(code?.src ?? ''), textAt(link?.href ?? '')]);
  return toReportParts(text, style);
}

/** Fetches a file; throws an error with a sentence. */
async function fetchFile(url: string, name: string): Promise<File> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch {
    throw new Error(TEXTS.notReachable(url));
  }
  if (!response.ok) throw new Error(TEXTS.notFound(url, response.status));
  return new File([await response.blob()], name);
}

async function showFiles(workspace: Workspace, files: readonly ListedFile[]): Promise<void> {
  try {
    await importFiles(workspace, await Promise.all(files.map(({ name, url }) => fetchFile(url, name))));
  } catch (error) {
    notify(workspace, 'error', error instanceof Error ? error.message : String(error));
  }
}

function namedByAddress(): readonly ListedFile[] {
  return new URLSearchParams(location.search).getAll('url').map((url) => {
    return { url, name: decodeURIComponent(urlPath(url).split('/').at(-1) || 'stream') };
  });
}

export function startViewer(): void {
  const listed = listedFiles();
  const followed = listed.find(({ isFollowed }) => isFollowed === true);
  let follower: Follower | undefined;
  const channel = createDirectChannel(
    (events) => {
      if (followed === undefined) return () => {};
      follower = createFollower(events);
      return followFile(followed.url, follower, events);
    },
    { clear: () => follower?.clear() },
  );
  const demo = document.querySelector<HTMLLinkElement>('link[rel=related]')?.href;
  const host = createWebHost({
    settings: settingsOfSite(),
    ...(listed.length === 0 && { sample: () => textAt('sample.agui.jsonl') }),
    reportParts: siteParts,
    ...(demo !== undefined && { demo }),
    ...(followed !== undefined && { isFollowing: true }),
  });
  const workspace = createWorkspace(channel, host, scheduler);
  mountPage(workspace);
  const files = [...listed.filter((file) => file !== followed), ...namedByAddress()];
  if (files.length > 0) void showFiles(workspace, files);
}
