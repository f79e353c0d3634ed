// Everything that is loaded late, one after the other, so that nobody waits for it later.
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

/** Loads what is not there yet, with a pause before each. What fails is tried again, and told, when it is asked for. */
export async function loadRest(pause: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  for (const each of rest) {
    await pause();
    await each.load().catch(() => undefined);
  }
}
