// Lines of a command that runs until it is interrupted.

export interface Lines {
  add(line: string): void;
  /** The lines until the work ends; throws its error. */
  during(work: Promise<void>): AsyncIterable<string>;
}

export function createLines(): Lines {
  const waiting: string[] = [];
  let wake: () => void = () => {};
  return {
    add(line) {
      waiting.push(`${line}\n`);
      wake();
    },
    async *during(work) {
      let isOver = false;
      const ended = work.finally(() => {
        isOver = true;
        wake();
      });
      // Its error is thrown below, after the lines before it.
      ended.catch(() => {});
      while (!isOver || waiting.length > 0) {
        const lines = waiting.splice(0);
        if (lines.length > 0) yield lines.join('');
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      await ended;
    },
  };
}
