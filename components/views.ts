// REGISTRY of the views: the tabs of the panel, in their order.
import type { FunctionComponent } from 'preact';
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
}

/** All views. */
export const views: readonly View[] = [
  { id: 'event', label: 'Event', Body: EventView },
  { id: 'messages', label: 'Messages', Body: MessagesView },
  { id: 'state', label: 'State', Body: StateView },
  { id: 'tools', label: 'Tools', Body: ToolsView },
  { id: 'run', label: 'Run', Body: RunView },
  { id: 'findings', label: 'Findings', Body: FindingsView },
];
