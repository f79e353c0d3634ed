/** Runs something without what a client writes to the console. */
export async function silently<T>(work: () => Promise<T> | T): Promise<T> {
  const { warn, error } = console;
  Object.assign(console, { warn: () => undefined, error: () => undefined });
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, error });
  }
}
