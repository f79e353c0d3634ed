// A compacted log as the stock client's compactEvents makes it, with everything that it loses.
import { compactStock } from '@/lib/compact/stock';
import { arrayText } from '@/lib/files/array-text';
import { factsOf } from '@/lib/files/format-facts';
import type { Format } from '@/lib/files/types';

/** Compacted like @ag-ui/client does. */
export const compactedStock: Format = {
  ...factsOf('compacted-stock'),
  confidence: () => 0,
  write: (source) => arrayText(compactStock(source.events())),
};
