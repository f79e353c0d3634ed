// Colours for terminals, independent of Node's own detection.
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { harmless } from '@/lib/core/agui/harmless';

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

/** Marks our colours until the output is made harmless; random, so that no file contains it. */
const SEAL = randomUUID();
const SEALED = new RegExp(`\\\\u001b(\\[\\d+m)${SEAL}`, 'g');

export const plain: Paint = (_style, text) => text;

/** Returns `plain` without a terminal, and for NO_COLOR (https://no-color.org). */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isOff = !isTerminal || Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb';
  if (isOff) return plain;
  return (style, text) => {
    const [on = 0, off = 0] = inspect.colors[STYLES[style]] ?? [];
    return `\x1b[${on}m${SEAL}${text}\x1b[${off}m${SEAL}`;
  };
}

/** Makes a text harmless, except for our colours. */
export function printable(text: string): string {
  return harmless(text).replaceAll(SEALED, '\x1b$1');
}
