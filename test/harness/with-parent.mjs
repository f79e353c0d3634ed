// Imported first by what others start: ends this process once the one that started it is gone, which a process that
// was killed with SIGKILL can tell nobody. LENS_PARENT says who that was, for it may be gone before we have begun.
const parent = Number(process.env.LENS_PARENT ?? process.ppid);
delete process.env.LENS_PARENT;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
