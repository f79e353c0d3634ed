// All that reading needs besides the decoders, for programs that have it from the start.
import { haveSchemas } from '@/lib/agui/enforce';
import { enforceBySchema, enforceInSteps } from '@/lib/agui/schemas';
import { haveProtobuf } from '@/lib/decode/json';
import { parseProtobuf } from '@/lib/decode/protobuf';

/** Puts the schemas and the reader of protobuf in their places. */
export function haveAll(): void {
  haveSchemas(enforceBySchema, enforceInSteps);
  haveProtobuf(parseProtobuf);
}
