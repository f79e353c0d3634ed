// Registry of the views: the tabs of the panel, in their order. Code is loaded when a view is first shown, or while the
// panel is idle.
import type { FunctionComponent } from 'preact';
import { type Late, late, there } from '@/lib/panel/late';
import type { Session } from '@/lib/panel/session';
import { TEXTS } from '../texts';
import { MessagesView } from '../views/messages';
import { findingCount, runningCalls } from './badges';

export interface View {
  readonly id: string;
  readonly label: string;
  readonly body: Late<FunctionComponent>;
  badge?(session: Session): string | undefined;
}

export const views: readonly View[] = [
  {
    id: 'event',
    label: TEXTS.viewNames.event,
    body: late(async () => (await import('../views/event')).EventView),
  },
  {
    id: 'messages',
    label: TEXTS.viewNames.messages,
    // The default view.
    body: there<FunctionComponent>(MessagesView),
  },
  {
    id: 'state',
    label: TEXTS.viewNames.state,
    body: late(async () => (await import('../views/state')).StateView),
  },
  {
    id: 'tools',
    label: TEXTS.viewNames.tools,
    body: late(async () => (await import('../views/tools')).ToolsView),
    badge: runningCalls,
  },
  {
    id: 'run',
    label: TEXTS.viewNames.run,
    body: late(async () => (await import('../views/run')).RunView),
  },
  {
    id: 'findings',
    label: TEXTS.viewNames.findings,
    body: late(async () => (await import('../views/findings')).FindingsView),
    badge: findingCount,
  },
];
