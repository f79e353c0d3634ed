// Menus of a request, or of the end of its stream, and of a page load.
import { withoutQuery } from '@/lib/core/json/url';
import type { Stream } from '@/lib/core/log/types';
import type { Workspace } from '@/lib/panel/workspace';
import { runsFrom, startWith } from '../composer/run-start';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, filters, filtersAgent, type InWorkspace, requestCopies } from './shared';

interface RequestContext extends InWorkspace {
  readonly stream: Stream;
}

const pathOf = ({ stream: { url } }: RequestContext) => withoutQuery(url);
export const requestEntries: readonly MenuEntry<RequestContext>[] = [
  filters('request-only-url', TEXTS.menus.onlyUrl, ['url', pathOf]),
  filters('request-hide-url', TEXTS.menus.hideUrl, ['-url', pathOf]),
  filtersAgent('request-only-agent', ({ stream }) => stream),
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

export function requestMenu(workspace: Workspace, stream: Stream): AskedMenu {
  return { label: TEXTS.menus.request, items: itemsOf(requestEntries, { workspace, stream }) };
}

interface PageContext extends InWorkspace {
  readonly url: string;
}

export const pageEntries: readonly MenuEntry<PageContext>[] = [
  copies('page-copy-url', TEXTS.menus.copyUrl, ({ url }) => (url === '' ? undefined : url)),
];

export function pageMenu(workspace: Workspace, url: string): AskedMenu {
  return { label: TEXTS.menus.page, items: itemsOf(pageEntries, { workspace, url }) };
}
