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

// A colour does no harm; whatever else a terminal obeys may move, hide or type what nobody sees.
const OBEYED = /(?![\n\t])(\p{Cc})(\[\d{1,3}m)?/gu;

/** A text of a file as a terminal shows it: what the terminal would obey stands there as a code. */
export function forTerminal(text: string): string {
  return text.replace(OBEYED, (all: string, unit: string, colour = '') =>
    unit === '\x1b' && colour !== ''
      ? all
      : `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}${colour}`,
  );
}
