// Whether a file is put on screen: at once where everything in it could be read, else when somebody has seen what could
// not. Of a large file its first rows are there before that is known, and what it lacks is said then.
import { lackingIn } from '@/lib/panel/lacking';
import type { Shown } from '@/lib/panel/shown';
import type { Workspace } from '@/lib/panel/workspace';

/** A file of so many bytes is read before it is shown, unless that takes too long. */
const SMALL = 4 * 1024 * 1024;
const LOOK_MS = 300;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether a file is shown, and whether somebody was told what it lacks. */
type Answer = 'wanted' | 'told' | 'unwanted';

/** Asks whether a file is to be shown, if there is something to ask. */
export async function askToShow(workspace: Workspace, shown: Shown, size: number): Promise<Answer> {
  if (!workspace.settings.values.value.isFileAsked) {
    if (size > SMALL) return 'wanted';
    // What goes wrong is said by whoever opens it.
    const isRead = shown.fed?.then(() => shown.session.reading.settled()).catch(() => undefined);
    await Promise.race([isRead, wait(LOOK_MS)]);
    const { empty, refused } = lackingIn(shown);
    if (empty === undefined && refused.length === 0) return 'wanted';
  }
  const { incoming, dialog } = workspace;
  incoming.value?.answer(false);
  return new Promise((resolve) => {
    incoming.value = {
      shown,
      size,
      answer(isWanted) {
        incoming.value = undefined;
        dialog.value = undefined;
        // What is read later may lack more.
        const isWhole = shown.session.reading.progress.value === undefined;
        resolve(!isWanted ? 'unwanted' : isWhole ? 'told' : 'wanted');
      },
    };
    dialog.value = 'incoming';
  });
}
