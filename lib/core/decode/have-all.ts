// All that reading needs besides the decoders, for programs that have it from the start.
import { haveSchemas } from '@/lib/core/agui/enforce';
import { enforceBySchema, enforceInSteps } from '@/lib/core/agui/schemas';
import { haveProtobuf } from '@/lib/core/decode/json';
import { parseProtobuf } from '@/lib/core/decode/protobuf';

/** Puts the schemas and the reader of protobuf in their places. */
export function haveAll(): void {
  haveSchemas(enforceBySchema, enforceInSteps);
  haveProtobuf(parseProtobuf);
}
