import { formatNumber } from '@/lib/core/json/format';
import type { Rule } from '@/lib/core/lint/types';

export const largeSnapshots: Rule = {
  id: 'large-snapshots',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A large state is sent in full repeatedly.',
  spec: 'https://docs.ag-ui.com/concepts/state#best-practices',
  impact:
    'The stock client copies state and messages at every event that changes either: the app becomes slow.',
  fix: 'Send one STATE_SNAPSHOT, then STATE_DELTA for the changes.',
  timing(signal, { logged, timing }) {
    if (signal.kind !== 'snapshots') return undefined;
    const { snapshots, snapshotUnits } = timing;
    const each = formatNumber(Math.round(snapshotUnits / snapshots));
    return `${snapshots} snapshots of about ${each} characters each were sent up to event ${logged.seq}; the stock client copies each of them several times.`;
  },
};
