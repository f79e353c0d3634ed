// A compacted log as compactEvents of the stock client makes it, with all that it loses.
import { compactStock } from '@/lib/compact/stock';
import { arrayText } from '@/lib/files/json-array';
import type { Format } from '@/lib/files/types';

/** Compacted, as @ag-ui/client does it. */
export const compactedStock: Format = {
  id: 'compacted-stock',
  label: 'Compacted log (as @ag-ui/client)',
  extension: '.compacted-stock.json',
  mime: 'application/json',
  confidence: () => 0,
  write: (source) => arrayText(compactStock([...source.events()])),
};
