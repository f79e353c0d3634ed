// Mounts the panel in an ordinary page.
import { mount } from '@/components/app/mount';
import { importText } from '@/components/files/open';
import type { Workspace } from '@/lib/panel/workspace';
import { createLens } from './script-api';
import { followSystemTheme } from './system-theme';
import '@/components/styles/styles';

export function mountPage(workspace: Workspace, followTheme = followSystemTheme): void {
  followTheme(workspace.settings);
  const container = document.getElementById('app');
  container?.replaceChildren();
  if (container !== null) mount(workspace, container);
  const load = (file: string, text: string) => importText(workspace, file, text);
  Object.assign(globalThis, { lens: createLens(workspace, load) });
}
