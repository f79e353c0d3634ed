// REGISTRY: the ways of spelling AG-UI.
import { agui10 } from '@/lib/decode/ag-ui-1.0';
import type { Decoder } from '@/lib/decode/types';

/** Every decoder; the one with the highest confidence reads the stream. */
export const decoders = [agui10] as const satisfies readonly Decoder[];
