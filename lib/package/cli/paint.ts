// Colours, where a terminal shows them. That is decided here, and not by what Node thinks of its own output.
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { harmless } from '@/lib/core/agui/harmless';

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

/** Marks our own colours until the output is made harmless; no file can contain it. */
const SEAL = randomUUID();
const SEALED = new RegExp(`\\\\u001b(\\[\\d+m)${SEAL}`, 'g');

/** Leaves everything as it is. */
export const plain: Paint = (_style, text) => text;

/** Where nothing is to be coloured: no terminal, or somebody said so (https://no-color.org). */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isOff = !isTerminal || Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb';
  if (isOff) return plain;
  return (style, text) => {
    const [on = 0, off = 0] = inspect.colors[STYLES[style]] ?? [];
    return `\x1b[${on}m${SEAL}${text}\x1b[${off}m${SEAL}`;
  };
}

/** A text as it may be printed: harmless, and in our own colours. */
export function printable(text: string): string {
  return harmless(text).replaceAll(SEALED, '\x1b$1');
}
