// The panel's environment: extension APIs, or those of a page. Types only.

import type { ReportParts } from '@/lib/core/files/types';
import type { Json } from '@/lib/core/json/json';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { StoredSession } from '@/lib/messages/messages';
import type { StartWorker } from '@/lib/panel/file-worker/types';
import type { Library } from './library';
import type { PageRules } from './page-rules';
import type { SettingsStore } from './settings';

export type PageState =
  | { readonly kind: 'unknown' }
  /** A page of the browser itself, which extensions may not look into. */
  | { readonly kind: 'forbidden'; readonly url: string }
  | { readonly kind: 'not-granted'; readonly origin: string }
  /** The browser reports no URL. */
  | { readonly kind: 'hidden' }
  /** The panel belongs to no tab; it shows files only. */
  | { readonly kind: 'no-tab' }
  /** Granted, but the document was there before the taps could be. */
  | { readonly kind: 'needs-reload' }
  | { readonly kind: 'ready' };

/** A session that belongs to the surroundings, as that of a report. */
export interface EmbeddedSession {
  readonly name: string;
  show(): Promise<void>;
}

/** A short tour, offered until it was taken or dismissed. */
export interface Tour {
  isWanted(): Promise<boolean>;
  end(): void;
  restart(): void;
}

export interface Host {
  /** False where events can come from files only: nothing can be captured or followed. */
  readonly hasPage: boolean;
  /** The live session is a file that grows. */
  readonly isFollowing?: true;
  /** Shown in place of nothing. */
  readonly own?: EmbeddedSession;
  /** Looks at the inspected page; `captured`: whether anything of it was captured already. */
  page(captured: boolean): Promise<PageState>;
  /** Asks the user for an origin; must be called in a user gesture. True when it was granted. */
  grant(origin: string): Promise<boolean>;
  reload(): void;
  save(name: string, mime: string, parts: readonly (string | Blob)[]): void;
  readonly startWorker: StartWorker;
  /** Starts the reader of files ahead of an import. */
  expectFile?(): void;
  /** The panel as a report holds it; absent where its files are not at hand. */
  reportParts?(): Promise<ReportParts>;
  /** Puts a text on the clipboard; false where the browser does not let us. */
  copy(text: string): Promise<boolean>;
  /** Selects the element of the page that has the letters of one of the keys in Elements; false without one. */
  selectInPage?(keys: readonly string[]): Promise<boolean>;
  /** Entries of the browser's network panel (HAR); absent outside of DevTools. */
  networkEntries?(): Promise<readonly Json[]>;
  readonly demo?: string;
  /** A built-in recording; absent where something else is to be shown. */
  sample?(): Promise<string>;
  /** Sessions that were not saved, newest first. */
  recent(): Promise<readonly StoredSession[]>;
  /** The batches of one of them with ids above `after`; -1 for all. */
  openRecent(session: string, after: number): Promise<readonly IncomingBatch[]>;
  /** Deletes one of them; it can be restored for ten minutes. */
  forgetRecent(session: string, isForgotten: boolean): Promise<void>;
  /** Saved recordings; absent where nothing can be saved. */
  library?(): Promise<Library>;
  readonly pageRules?: PageRules;
  readonly settings: SettingsStore;
  /** Absent where no tour is offered: in a report, for files. */
  readonly tour?: Tour;
}
