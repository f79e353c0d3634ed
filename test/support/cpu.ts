// Time that a busy machine does not lengthen.

/** CPU time of this process so far, milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
