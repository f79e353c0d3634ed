// Does something again whenever one of some files changes.
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How often the files are looked at. Asking is the same on every system, and sees files that are replaced. */
const LOOK_MS = 300;

function fingerprintOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return `${file} ${stat?.mtimeMs} ${stat?.size}`;
    })
    .join('\n');
}

/** The output of `again`, each time that the files are others than before; without an end. */
export async function* whenChanged(
  files: () => readonly string[],
  again: () => Iterable<string>,
): AsyncIterable<string> {
  let before = fingerprintOf(files());
  for (;;) {
    await pause(LOOK_MS);
    const now = fingerprintOf(files());
    if (now === before) continue;
    before = now;
    yield* again();
  }
}
