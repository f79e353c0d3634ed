import { textOfContent } from '@/lib/core/agui/content-part';
import type { ToolCallEntry } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, filters, goesTo, type InWorkspace } from './shared';

interface CallContext extends InWorkspace {
  readonly call: ToolCallEntry;
}

export const callEntries: readonly MenuEntry<CallContext>[] = [
  filters('call-only', TEXTS.menus.onlyCall, ['id', ({ call }) => call.id]),
  filters('call-only-tool', TEXTS.menus.onlyTool, ['tool', ({ call }) => call.name]),
  filters('call-hide-tool', TEXTS.menus.hideTool, ['-tool', ({ call }) => call.name]),
  goesTo('call-start', TEXTS.menus.toStart, ({ call }) => call.startSeq, { isFirstOfGroup: true }),
  goesTo('call-result', TEXTS.menus.toResult, ({ call }) => call.resultSeq),
  copies('call-copy-arguments', TEXTS.menus.copyArguments, ({ call }) => call.args, { isFirstOfGroup: true }),
  copies('call-copy-result', TEXTS.menus.copyResult, ({ call: { result } }) =>
    result === undefined ? undefined : textOfContent(result),
  ),
  copies('call-copy-name', TEXTS.menus.copyName, ({ call }) => call.name),
  copies('call-copy-id', TEXTS.menus.copyId, ({ call }) => call.id),
];

export function callMenu(workspace: Workspace, call: ToolCallEntry): AskedMenu {
  return { label: TEXTS.menus.call, items: itemsOf(callEntries, { workspace, call }) };
}
