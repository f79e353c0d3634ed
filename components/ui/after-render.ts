// Reads of the layout after rendering. A read after a change makes the browser lay out the document at once, so they wait
// until every component of the frame has rendered: one layout for all of them.

const due = new Set<() => void>();

function run(): void {
  const reads = [...due];
  due.clear();
  for (const read of reads) read();
}

/** Calls `read` once all components that are to be rendered now have been, before the frame is painted. */
export function afterRender(read: () => void): void {
  if (due.size === 0) queueMicrotask(run);
  due.add(read);
}
