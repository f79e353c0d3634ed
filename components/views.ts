// REGISTRY of the views: the tabs of the panel, in their order.
import type { FunctionComponent } from 'preact';
import type { Session } from '@/lib/session/session';
import { TEXTS } from './texts';
import { EventView } from './views/event';
import { FindingsView, findingCount } from './views/findings';
import { MessagesView } from './views/messages';
import { RunView } from './views/run';
import { StateView } from './views/state';
import { runningCalls, ToolsView } from './views/tools';

/** One tab: everything in it is as of the cursor. */
export interface View {
  readonly id: string;
  readonly label: string;
  readonly Body: FunctionComponent;
  /** A short sign on the tab; undefined for none. */
  badge?(session: Session): string | undefined;
}

/** All views. */
export const views: readonly View[] = [
  { id: 'event', label: TEXTS.viewNames.event, Body: EventView },
  { id: 'messages', label: TEXTS.viewNames.messages, Body: MessagesView },
  { id: 'state', label: TEXTS.viewNames.state, Body: StateView },
  { id: 'tools', label: TEXTS.viewNames.tools, Body: ToolsView, badge: runningCalls },
  { id: 'run', label: TEXTS.viewNames.run, Body: RunView },
  { id: 'findings', label: TEXTS.viewNames.findings, Body: FindingsView, badge: findingCount },
];
