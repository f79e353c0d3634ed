// A compacted log as the stock client's compactEvents makes it, with everything that it loses.
import { compactStock } from '@/lib/compact/stock';
import { arrayText } from '@/lib/files/json-array';
import type { Format } from '@/lib/files/types';

/** Compacted like @ag-ui/client does. */
export const compactedStock: Format = {
  id: 'compacted-stock',
  label: 'Compacted log (as @ag-ui/client)',
  extension: '.compacted-stock.json',
  mime: 'application/json',
  confidence: () => 0,
  write: (source) => arrayText(compactStock(source.events())),
};
