import type { Run } from '@/lib/core/model/types';

export interface ComparedRuns {
  readonly runs: readonly [Run, Run];
}

export interface CompareBodyProps extends ComparedRuns {
  onCancel(): void;
}
