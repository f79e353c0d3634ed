// REGISTRY of the views: the tabs of the panel, in their order.
import type { FunctionComponent } from 'preact';
import type { Session } from '@/lib/panel/session';
import { findingCount, runningCalls } from './badges';
import { TEXTS } from './texts';
import { EventView } from './views/event';
import { FindingsView } from './views/findings';
import { MessagesView } from './views/messages';
import { RunView } from './views/run';
import { StateView } from './views/state';
import { ToolsView } from './views/tools';

/** One tab: everything in it is as of the cursor. */
export interface View {
  readonly id: string;
  readonly label: string;
  readonly Body: FunctionComponent;
  /** A short sign on the tab; undefined for none. */
  badge?(session: Session): string | undefined;
}

const NAMES = TEXTS.viewNames;

/** All views. */
export const views: readonly View[] = [
  { id: 'event', label: NAMES.event, Body: EventView },
  { id: 'messages', label: NAMES.messages, Body: MessagesView },
  { id: 'state', label: NAMES.state, Body: StateView },
  { id: 'tools', label: NAMES.tools, Body: ToolsView, badge: runningCalls },
  { id: 'run', label: NAMES.run, Body: RunView },
  { id: 'findings', label: NAMES.findings, Body: FindingsView, badge: findingCount },
];
