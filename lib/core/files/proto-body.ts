// The raw body of a binary event stream: length-prefixed protobuf.
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { byteChunks, readBody } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import { chunksOf } from '@/lib/core/files/input';
import type { Format } from '@/lib/core/files/types';

export const protoBody: Format = {
  ...factsOf('proto-body'),
  confidence({ name, start }) {
    const startsWithLength = start.charCodeAt(0) === 0;
    if (/\.(bin|pb|proto)$/.test(name)) return startsWithLength ? 0.95 : 0.55;
    return startsWithLength ? 0.6 : 0;
  },
  read: (input) =>
    readBody(input.name, PROTO_TYPE, function* () {
      for (const chunk of chunksOf(input)) yield byteChunks(chunk, 1, 0);
    }),
};
