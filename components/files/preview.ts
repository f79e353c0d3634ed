// Preview of a file before it is shown: only if a part cannot be read. Large files are shown at once, and their problems
// reported later. In the panel's first file, as each opened file passes here: an import() took half of the time until the
// first rows.
import { importProblems } from '@/lib/panel/import-problems';
import type { OpenSession } from '@/lib/panel/open-session';
import type { Workspace } from '@/lib/panel/workspace';

/** Files up to this size are read before they are shown, bytes. */
const SMALL = 4 * 1024 * 1024;
const LOOK_MS = 300;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** `previewed`: shown after a preview of all its problems. */
type Answer = 'wanted' | 'previewed' | 'unwanted';

export async function askToShow(workspace: Workspace, shown: OpenSession, size: number): Promise<Answer> {
  if (!workspace.settings.values.value.isFileAsked) {
    if (size > SMALL) return 'wanted';
    // The caller reports errors.
    const isRead = shown.fed?.then(() => shown.session.reading.settled()).catch(() => undefined);
    await Promise.race([isRead, wait(LOOK_MS)]);
    const { empty, refused } = importProblems(shown);
    if (empty === undefined && refused.length === 0) return 'wanted';
  }
  const { incoming, dialog } = workspace;
  incoming.value?.answer(false);
  return new Promise((resolve) => {
    incoming.value = {
      opened: shown,
      size,
      answer(isWanted) {
        incoming.value = undefined;
        dialog.value = undefined;
        // More problems may follow.
        const isWhole = shown.session.reading.progress.value === undefined;
        resolve(!isWanted ? 'unwanted' : isWhole ? 'previewed' : 'wanted');
      },
    };
    dialog.value = 'incoming';
  });
}
