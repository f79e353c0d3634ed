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
  /** A page of the browser itself, which extensions cannot access. */
  | { readonly kind: 'forbidden'; readonly url: string }
  | { readonly kind: 'not-granted'; readonly origin: string }
  /** The browser reports no URL. */
  | { readonly kind: 'hidden' }
  /** The panel belongs to no tab and shows files only. */
  | { readonly kind: 'no-tab' }
  /** Granted, but the document was loaded before the taps. */
  | { readonly kind: 'needs-reload' }
  | { readonly kind: 'ready' };

/** A session that is part of the page, as in a report. */
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
  /** False if events come from files only: nothing can be captured or followed. */
  readonly hasPage: boolean;
  /** True if the live session is a growing file. */
  readonly isFollowing?: true;
  /** Shown instead of an empty panel. */
  readonly own?: EmbeddedSession;
  /** Queries the inspected page; `captured`: true if something of it was captured. */
  page(captured: boolean): Promise<PageState>;
  /** Asks the user for access to an origin; must be called in a user gesture. True if granted. */
  grant(origin: string): Promise<boolean>;
  reload(): void;
  save(name: string, mime: string, parts: readonly (string | Blob)[]): void;
  readonly startWorker: StartWorker;
  /** Starts the worker for reading ahead of an import. */
  expectFile?(): void;
  /** The panel as a report contains it; absent if its files are not available. */
  reportParts?(): Promise<ReportParts>;
  /** Copies a text to the clipboard; false if the browser blocks it. */
  copy(text: string): Promise<boolean>;
  /** Selects the element of the page that contains the letters of one of the keys; false if there is none. */
  selectInPage?(keys: readonly string[]): Promise<boolean>;
  /** Entries of the browser's network panel (HAR); absent outside of DevTools. */
  networkEntries?(): Promise<readonly Json[]>;
  readonly demo?: string;
  /** A built-in recording; absent where it is not offered. */
  sample?(): Promise<string>;
  /** Unsaved sessions, newest first. */
  recent(): Promise<readonly StoredSession[]>;
  /** The batches of an unsaved session with ids above `after`; -1 for all. */
  openRecent(session: string, after: number): Promise<readonly IncomingBatch[]>;
  /** Deletes an unsaved session, or restores it within ten minutes. */
  forgetRecent(session: string, isForgotten: boolean): Promise<void>;
  /** Saved recordings; absent if nothing can be saved. */
  library?(): Promise<Library>;
  readonly pageRules?: PageRules;
  readonly settings: SettingsStore;
  /** Absent if no tour is offered: in reports, for files. */
  readonly tour?: Tour;
}
