// Loads the rest of the code while the panel is idle.
import { later } from '@/lib/panel/later';
import { compareBody } from '../compare/compare';
import { writer } from '../files/export';
import { comparison } from '../parts/compared';
import { dialogs } from './dialogs';
import { views } from './views';

const rest = [
  ...later,
  ...views.map(({ body }) => body),
  ...dialogs.values(),
  comparison,
  compareBody,
  writer,
];

/** Loads one part after the other. A failed load is repeated, and reported, when the part is used. */
export async function loadRest(pause: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  for (const each of rest) {
    await pause();
    await each.load().catch(() => undefined);
  }
}
