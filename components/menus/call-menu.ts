// Menu of a tool call.
import { textOfContent } from '@/lib/core/agui/content-part';
import type { ToolCallEntry } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';
import { copies, excluding, filters, goesTo, type InWorkspace, termOf } from './shared';

interface CallContext extends InWorkspace {
  readonly call: ToolCallEntry;
}

export const callEntries: readonly MenuEntry<CallContext>[] = [
  filters(
    'call-only',
    () => TEXTS.menus.onlyCall,
    ({ call }) => termOf('id', call.id),
  ),
  filters(
    'call-only-tool',
    ({ call }) => TEXTS.menus.onlyTool(call.name),
    ({ call }) => termOf('tool', call.name),
  ),
  filters(
    'call-hide-tool',
    ({ call }) => TEXTS.menus.hideTool(call.name),
    ({ call }) => excluding(termOf('tool', call.name)),
  ),
  goesTo('call-start', TEXTS.menus.toStart, ({ call }) => call.startSeq, { isFirstOfGroup: true }),
  goesTo('call-result', TEXTS.menus.toResult, ({ call }) => call.resultSeq),
  copies('call-copy-arguments', TEXTS.menus.copyArguments, ({ call }) => call.args, { isFirstOfGroup: true }),
  copies('call-copy-result', TEXTS.menus.copyResult, ({ call: { result } }) =>
    result === undefined ? undefined : textOfContent(result),
  ),
  copies('call-copy-name', TEXTS.menus.copyName, ({ call }) => call.name),
  copies('call-copy-id', TEXTS.menus.copyId, ({ call }) => call.id),
];

export function callMenu(workspace: Workspace, call: ToolCallEntry): readonly MenuItem[] {
  return itemsOf(callEntries, { workspace, call });
}
