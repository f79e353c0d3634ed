// A compacted log as compactEvents of the stock client makes it, with the same losses.
import { compactStock } from '@/lib/core/compact/stock';
import { arrayText } from '@/lib/core/files/array-text';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';

export const compactedStock: Format = {
  ...factsOf('compacted-stock'),
  write: (source) => arrayText(compactStock(source.events())),
};
