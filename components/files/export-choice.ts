// Choices of the export dialog, kept while the panel is open.
import { type Signal, signal } from '@preact/signals';
import type { Workspace } from '@/lib/panel/workspace';

export const SCOPES = ['all', 'run', 'runs', 'shown', 'event'] as const;
export type ScopeId = (typeof SCOPES)[number];

/** In the order of the dialog. */
export const EXPORT_LEVELS = ['secrets', 'share', 'choose', 'full'] as const;
type ExportLevel = (typeof EXPORT_LEVELS)[number];

export interface ExportChoice {
  readonly format: string;
  readonly scope: ScopeId;
  readonly level: ExportLevel;
  /** Paths to keep, at the level `choose`. */
  readonly keep: readonly string[];
  /** Keeps names and schemas of tools, at the level `choose`. */
  readonly keepsTools: boolean;
  /** Hides secrets in what is kept, at the level `choose`. */
  readonly hidesSecrets: boolean;
  readonly isPacked: boolean;
}

const FIRST: Omit<ExportChoice, 'format'> = {
  scope: 'all',
  level: 'share',
  keep: [],
  keepsTools: false,
  hidesSecrets: false,
  isPacked: false,
};

const choices = new WeakMap<Workspace, Signal<ExportChoice>>();

export function exportChoice(workspace: Workspace): Signal<ExportChoice> {
  // A report cannot write another.
  const format = workspace.host.reportParts === undefined ? 'recording' : 'html-report';
  const known = choices.get(workspace) ?? signal({ ...FIRST, format });
  choices.set(workspace, known);
  return known;
}

/** Opens the dialog for the whole session, with the last format or this one. */
export function openExport(workspace: Workspace, format?: string): void {
  const choice = exportChoice(workspace);
  const { format: last, level, isPacked } = choice.peek();
  choice.value = { ...FIRST, format: format ?? last, level, isPacked };
  workspace.dialog.value = 'export';
}
