// Time that a busy machine does not lengthen.

/** CPU time of this process so far, milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Detects an endless computation: those take minutes to years, all else a second or two on any machine. */
export const hasRunAway = (startMs: number): boolean => cpuMs() - startMs > 30_000;
