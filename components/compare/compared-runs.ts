// Two runs that are compared. Types only.
import type { Run } from '@/lib/core/model/types';

/** Two runs. */
export interface ComparedRuns {
  readonly runs: readonly [Run, Run];
}

/** What shows their comparison. */
export interface CompareBodyProps extends ComparedRuns {
  /** Nobody waits for it any longer. */
  onCancel(): void;
}
