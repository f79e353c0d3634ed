/** Runs something without the stock client's warnings. */
export async function silently<T>(work: () => Promise<T> | T): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
