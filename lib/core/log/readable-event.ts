import type { Problem } from '@/lib/core/log/types';

/** True if the event has no problems, or only an unusual spelling. */
export function isReadable(problems: readonly Problem[]): boolean {
  return problems.length === 0 || problems.every((problem) => problem.isReadable === true);
}
