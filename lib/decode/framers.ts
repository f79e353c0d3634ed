// REGISTRY: the ways to cut a body into frames.
import { jsonBody } from '@/lib/decode/json-body';
import { message } from '@/lib/decode/message';
import { ndjson } from '@/lib/decode/ndjson';
import { proto } from '@/lib/decode/proto';
import { sse } from '@/lib/decode/sse';
import type { Framer } from '@/lib/decode/types';

/** Every framer; the one with the highest confidence reads the body. */
export const framers = [sse, ndjson, proto, jsonBody, message] as const satisfies readonly Framer[];
