// Whether an event counts in spite of its problems.
import type { Problem } from '@/lib/log/types';

/** True where nothing keeps an event from being read: it has no problem, or only an odd spelling. */
export function isReadable(problems: readonly Problem[]): boolean {
  return problems.length === 0 || problems.every((problem) => problem.isReadable === true);
}
