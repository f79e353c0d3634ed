// Until the panel calls `createLog`.
import type { Bounds } from '@/lib/core/log/bounds';
import { createLog, type Log } from '@/lib/core/log/log';
import type { ChooseDialect } from '@/lib/core/log/record-reader';

export function createBareLog(dialect?: ChooseDialect, bounds?: Bounds): Log {
  return createLog({ ...(dialect && { dialect }), ...(bounds && { bounds }) });
}
