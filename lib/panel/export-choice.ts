// Choices of the export dialog; they last until the panel is closed.
import type { Signal } from '@preact/signals';
import type { Host } from './host';

export const SCOPES = ['all', 'run', 'runs', 'shown', 'event'] as const;
export type ScopeId = (typeof SCOPES)[number];

/** In the order of the dialog. */
export const EXPORT_LEVELS = ['secrets', 'share', 'choose', 'full'] as const;
type ExportLevel = (typeof EXPORT_LEVELS)[number];

export interface ExportChoice {
  readonly format: string;
  readonly scope: ScopeId;
  readonly level: ExportLevel;
  /** Paths to keep at the level `choose`. */
  readonly keep: readonly string[];
  /** Keeps names and schemas of tools, at the level `choose`. */
  readonly keepsTools: boolean;
  /** Hides secrets in kept values at the level `choose`. */
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

export function firstExportChoice(host: Host): ExportChoice {
  // A report cannot write reports.
  return { ...FIRST, format: host.reportParts === undefined ? 'recording' : 'html-report' };
}

interface Opener {
  readonly exportChoice: Signal<ExportChoice>;
  readonly dialog: Signal<string | undefined>;
}

/** Opens the dialog for the whole session, with the last or the given format. */
export function openExport({ exportChoice, dialog }: Opener, format?: string): void {
  const { format: last, level, isPacked } = exportChoice.peek();
  exportChoice.value = { ...FIRST, format: format ?? last, level, isPacked };
  dialog.value = 'export';
}
