// A table whose rows can be chosen, with the chosen one in full below it: calls, runs.
import type { ComponentChildren } from 'preact';
import type { List } from '@/lib/log/types';
import { TEXTS } from '../texts';

/** Rows shown at most; the newest. */
const SHOWN = 300;

/** Properties of a PickTable. */
export interface PickTableProps<T extends { readonly index: number }> {
  readonly items: List<T>;
  /** `index` of the chosen item; the newest is shown while it is undefined. */
  readonly chosen: number | undefined;
  onChoose(index: number): void;
  /** Head of the first column and what stands in it, as text. */
  readonly name: readonly [head: string, text: (item: T) => string];
  readonly columns: readonly (readonly [head: string, cell: (item: T) => ComponentChildren])[];
  details(item: T): ComponentChildren;
}

/** The newest items, and one of them in full. */
export function PickTable<T extends { readonly index: number }>(props: PickTableProps<T>) {
  const { items, chosen, columns, name } = props;
  const skipped = Math.max(items.length - SHOWN, 0);
  const shown: T[] = [];
  for (let i = skipped; i < items.length; i++) {
    const item = items.at(i);
    if (item !== undefined) shown.push(item);
  }
  const selected = shown.find(({ index }) => index === chosen) ?? shown.at(-1);
  return (
    <div class="picked">
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">{name[0]}</th>
              {columns.map(([head]) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {skipped > 0 && (
              <tr>
                <td class="dim" colSpan={columns.length + 1}>
                  {TEXTS.earlier(skipped)}
                </td>
              </tr>
            )}
            {shown.map((item) => (
              <tr key={item.index} class={item === selected ? 'selected' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-pressed={item === selected}
                    onClick={() => props.onChoose(item.index)}
                  >
                    {name[1](item)}
                  </button>
                </td>
                {columns.map(([head, cell]) => (
                  <td key={head}>{cell(item)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {selected !== undefined && props.details(selected)}
    </div>
  );
}
