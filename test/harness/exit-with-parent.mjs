// Imported first by child processes: ends this process once its parent is gone, as a parent that was killed with SIGKILL
// ends no children. LENS_PARENT is the id of the parent, which may be gone before this begins.
import { readFileSync } from 'node:fs';

/** npm starts us by a shell, which outlives it: on Linux we look one further. */
function grandparent() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}

const parent = Number(process.env.LENS_PARENT ?? process.ppid);
delete process.env.LENS_PARENT;
const first = grandparent();
setInterval(() => {
  if (process.ppid !== parent || grandparent() !== first) process.exit(1);
}, 500).unref();
