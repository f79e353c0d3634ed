// REGISTRY: the ways to cut a body into frames.
import { jsonBody } from '@/lib/core/decode/json-body';
import { message } from '@/lib/core/decode/message';
import { ndjson } from '@/lib/core/decode/ndjson';
import { proto } from '@/lib/core/decode/proto';
import { sse } from '@/lib/core/decode/sse';
import type { Framer } from '@/lib/core/decode/types';

/** Every framer; the one with the highest confidence reads the body. */
export const framers = [sse, ndjson, proto, jsonBody, message] as const satisfies readonly Framer[];
