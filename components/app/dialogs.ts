// Registry of the dialogs, by the name that opens them.
import type { FunctionComponent } from 'preact';
import { type Late, late } from '@/lib/panel/late';

export const dialogs: ReadonlyMap<string, Late<FunctionComponent>> = new Map(
  Object.entries({
    palette: late(async () => (await import('../chrome/palette')).Palette),
    shortcuts: late(async () => (await import('../chrome/shortcuts')).Shortcuts),
    library: late(async () => (await import('../library/library-dialog')).LibraryDialog),
    share: late(async () => (await import('../chrome/share-dialog')).ShareDialog),
    incoming: late(async () => (await import('../chrome/incoming-dialog')).IncomingDialog),
    settings: late(async () => (await import('../chrome/settings-dialog')).SettingsDialog),
  }),
);
