// Entries that several menus have: filters, copies, moves.
import { asCurl, asFetch } from '@/lib/core/files/request-text';
import type { Stream } from '@/lib/core/log/types';
import { hasTerm, withTerm } from '@/lib/core/query/edit';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText, sayUndoable } from '../app/notices';
import { TEXTS } from '../texts';
import type { MenuEntry } from '../ui/menu';

export interface InWorkspace {
  readonly workspace: Workspace;
}

export const sessionOf = ({ workspace }: InWorkspace): Session => workspace.current.value.session;

/** Undefined in a page with a single agent. */
export function agentNameOf(context: InWorkspace, stream: Stream): string | undefined {
  return sessionOf(context).agents.of(stream)?.name;
}

export function termOf(field: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  return `${field}:${/[\s",]/.test(value) ? JSON.stringify(value) : value}`;
}

export function excluding(term: string | undefined): string | undefined {
  return term === undefined ? undefined : `-${term}`;
}

/** Shows only, or hides (`-`), the events of a term; nothing without a term. */
export function filters<C extends InWorkspace>(
  id: string,
  label: (context: C) => string,
  term: (context: C) => string | undefined,
  more: Pick<MenuEntry<C>, 'isFirstOfGroup'> = {},
): MenuEntry<C> {
  return {
    id,
    label,
    isFor(context) {
      const found = term(context);
      return found !== undefined && !hasTerm(sessionOf(context).filter.text.peek(), found);
    },
    run(context) {
      const { text } = sessionOf(context).filter;
      const found = term(context) ?? '';
      const before = text.value;
      text.value = withTerm(before, found);
      if (found.startsWith('-'))
        sayUndoable(context.workspace, TEXTS.menus.hidden(found.slice(1)), () => (text.value = before));
    },
    ...more,
  };
}

export function copies<C extends InWorkspace>(
  id: string,
  label: string,
  text: (context: C) => string | undefined,
  more: Pick<MenuEntry<C>, 'isFirstOfGroup'> = {},
): MenuEntry<C> {
  return {
    id,
    label: () => label,
    isFor: (context) => text(context) !== undefined,
    run: (context) => void copyText(context.workspace, text(context) ?? ''),
    ...more,
  };
}

export function goesTo<C extends InWorkspace>(
  id: string,
  label: (seq: number) => string,
  seq: (context: C) => number | undefined,
  more: Pick<MenuEntry<C>, 'isFirstOfGroup'> = {},
): MenuEntry<C> {
  return {
    id,
    label: (context) => label(seq(context) ?? 0),
    isFor: (context) => seq(context) !== undefined,
    run: (context) => sessionOf(context).cursor.goTo(seq(context) ?? 0),
    ...more,
  };
}

/** `prefix` makes the ids unique. */
export function requestCopies<C extends InWorkspace>(
  prefix: string,
  streamOf: (context: C) => Stream,
): readonly MenuEntry<C>[] {
  const written = (write: (stream: Stream) => string) => (context: C) => {
    const stream = streamOf(context);
    return stream.url === '' ? undefined : write(stream);
  };
  return [
    copies(`${prefix}-copy-curl`, TEXTS.list.copyCurl, written(asCurl), { isFirstOfGroup: true }),
    copies(`${prefix}-copy-fetch`, TEXTS.list.copyFetch, written(asFetch)),
  ];
}
