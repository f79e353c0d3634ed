// Entries that several menus have: filters, copies, moves.
import { asCurl, asFetch } from '@/lib/core/files/request-text';
import type { Stream } from '@/lib/core/log/types';
import { hasTerm, valueTerm, withTerm } from '@/lib/core/query/edit';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText, notifyUndoable } from '../app/notices';
import { TEXTS } from '../texts';
import type { MenuEntry } from '../ui/menu';

export interface InWorkspace {
  readonly workspace: Workspace;
}

export const sessionOf = ({ workspace }: InWorkspace): Session => workspace.current.value.session;

/** Shows only the events with a value of a field, or hides them (`-field`); nothing without a value. */
export function filters<C extends InWorkspace>(
  id: string,
  label: string | ((value: string) => string),
  [field, value]: readonly [field: string, value: (context: C) => string | undefined],
  more: Pick<MenuEntry<C>, 'isFirstOfGroup'> = {},
): MenuEntry<C> {
  const termOf = (context: C) => valueTerm(field, value(context) ?? '');
  return {
    id,
    label: (context) => (typeof label === 'string' ? label : label(value(context) ?? '')),
    isFor: (context) =>
      Boolean(value(context)) && !hasTerm(sessionOf(context).filter.text.peek(), termOf(context)),
    run(context) {
      const { text } = sessionOf(context).filter;
      const term = termOf(context);
      const before = text.value;
      text.value = withTerm(before, term);
      if (term.startsWith('-'))
        notifyUndoable(context.workspace, TEXTS.menus.hidden(term.slice(1)), () => (text.value = before));
    },
    ...more,
  };
}

/** Nothing in a page with a single agent. */
export function filtersAgent<C extends InWorkspace>(
  id: string,
  streamOf: (context: C) => Stream,
): MenuEntry<C> {
  const name = (context: C) => sessionOf(context).agents.of(streamOf(context))?.name;
  return filters(id, TEXTS.menus.onlyAgent, ['agent', name]);
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
