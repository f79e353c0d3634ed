// Colours, where a terminal shows them. That is decided here, and not by what Node thinks of its own output.
import { styleText } from 'node:util';

/** Colours a part of the output. */
export type Paint = (
  style: 'error' | 'warning' | 'info' | 'good' | 'strong' | 'faint',
  text: string,
) => string;

const STYLES = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
  good: 'green',
  strong: 'bold',
  faint: 'dim',
} as const;

/** Leaves everything as it is. */
export const plain: Paint = (_style, text) => text;

/** Where nothing is to be coloured: no terminal, or somebody said so (https://no-color.org). */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isOff = !isTerminal || Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb';
  return isOff ? plain : (style, text) => styleText(STYLES[style], text, { validateStream: false });
}
