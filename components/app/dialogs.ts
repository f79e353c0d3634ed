// Registry of the dialogs, by the name that opens them.
import type { FunctionComponent } from 'preact';
import { lazy } from '../shared/lazy';

/** Loaded ahead: users type as soon as the palette opens. */
export const loadPalette = () => import('./palette');

export const dialogs: ReadonlyMap<string, FunctionComponent> = new Map(
  Object.entries({
    palette: lazy(async () => (await loadPalette()).Palette),
    shortcuts: lazy(async () => (await import('./shortcuts')).Shortcuts),
    library: lazy(async () => (await import('../library/library-dialog')).LibraryDialog),
    export: lazy(async () => (await import('../export/export-dialog')).ExportDialog),
    incoming: lazy(async () => (await import('./incoming-dialog')).IncomingDialog),
    rules: lazy(async () => (await import('../page-rules/rules-dialog')).RulesDialog),
    serve: lazy(async () => (await import('../page-rules/serve-dialog')).ServeDialog),
    held: lazy(async () => (await import('../page-rules/held-dialog')).HeldDialog),
    'what-if': lazy(async () => (await import('../what-if/what-if-dialog')).WhatIfDialog),
    run: lazy(async () => (await import('../composer/run-dialog')).RunDialog),
    settings: lazy(async () => (await import('../settings/settings-dialog')).SettingsDialog),
  }),
);
