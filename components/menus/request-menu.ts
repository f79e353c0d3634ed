// Menus of a request, or of the end of its stream, and of a page load.
import type { Stream } from '@/lib/core/log/types';
import type { Workspace } from '@/lib/panel/workspace';
import { runsFrom, startWith } from '../rules/run-start';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';
import { agentNameOf, copies, excluding, filters, type InWorkspace, requestCopies, termOf } from './shared';

interface RequestContext extends InWorkspace {
  readonly stream: Stream;
}

const pathOf = ({ stream: { url } }: RequestContext) => url.replace(/[?#].*$/s, '');
export const requestEntries: readonly MenuEntry<RequestContext>[] = [
  filters(
    'request-only-url',
    () => TEXTS.menus.onlyUrl,
    (context) => termOf('url', pathOf(context)),
  ),
  filters(
    'request-hide-url',
    () => TEXTS.menus.hideUrl,
    (context) => excluding(termOf('url', pathOf(context))),
  ),
  filters(
    'request-only-agent',
    (context) => TEXTS.menus.onlyAgent(agentNameOf(context, context.stream) ?? ''),
    (context) => termOf('agent', agentNameOf(context, context.stream)),
  ),
  runsFrom('request-send-again', TEXTS.runFrom.again, ({ stream }) => startWith(stream)),
  copies('request-copy-url', TEXTS.menus.copyUrl, ({ stream: { url } }) => (url === '' ? undefined : url), {
    isFirstOfGroup: true,
  }),
  ...requestCopies<RequestContext>('request', ({ stream }) => stream),
  copies('request-copy-body', TEXTS.menus.copyBody, ({ stream: { input, requestBody } }) =>
    input === undefined ? requestBody : JSON.stringify(input, undefined, 2),
  ),
  copies('request-copy-run', TEXTS.menus.copyRunId, ({ stream: { input } }) => bodyId(input?.['runId'])),
  copies('request-copy-thread', TEXTS.menus.copyThreadId, ({ stream: { input } }) =>
    bodyId(input?.['threadId']),
  ),
];

function bodyId(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function requestMenu(workspace: Workspace, stream: Stream): readonly MenuItem[] {
  return itemsOf(requestEntries, { workspace, stream });
}

interface PageContext extends InWorkspace {
  readonly url: string;
}

export const pageEntries: readonly MenuEntry<PageContext>[] = [
  copies('page-copy-url', TEXTS.menus.copyUrl, ({ url }) => (url === '' ? undefined : url)),
];

export function pageMenu(workspace: Workspace, url: string): readonly MenuItem[] {
  return itemsOf(pageEntries, { workspace, url });
}
