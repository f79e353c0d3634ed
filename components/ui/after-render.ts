// Defers layout reads until all components of the frame are rendered. A read after a change forces a layout, so there
// is one layout for all reads.

const due = new Set<() => void>();

function run(): void {
  const reads = [...due];
  due.clear();
  for (const read of reads) read();
}

/** Calls `read` after all pending components are rendered, before the frame is painted. */
export function afterRender(read: () => void): void {
  if (due.size === 0) queueMicrotask(run);
  due.add(read);
}
