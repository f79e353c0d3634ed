// Code that the panel does not need for its first picture: loaded when it is first asked for, or once nothing else is
// to be done.
import { type ReadonlySignal, signal } from '@preact/signals';

/** Something that is loaded late. */
export interface Late<T> {
  /** What was loaded; undefined until it is there. */
  readonly now: ReadonlySignal<T | undefined>;
  /** Loads it once. Rejects where its file cannot be read, and tries again when it is called again. */
  load(): Promise<T>;
}

/** What is there from the start, where something else may be late. */
export function there<T>(value: T): Late<T> {
  return { now: signal(value), load: () => Promise.resolve(value) };
}

/** Makes a place for what `load` brings. */
export function late<T>(load: () => Promise<T>): Late<T> {
  const now = signal<T | undefined>(undefined);
  let loading: Promise<T> | undefined;
  const start = async (): Promise<T> => {
    try {
      const loaded = await load();
      now.value = loaded;
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    now,
    load() {
      loading ??= start();
      return loading;
    },
  };
}
