// REGISTRY: the readable formats. Reading does not load the writers, which are fifteen times as much code.
import { aimockFixture } from '@/lib/core/files/aimock-fixture';
import { bloveRecording } from '@/lib/core/files/blove-recording';
import { har } from '@/lib/core/files/har';
import { htmlReport } from '@/lib/core/files/html-report';
import { inspectorSession } from '@/lib/core/files/inspector-session';
import { jsonArray } from '@/lib/core/files/json-array';
import { ndjsonFile } from '@/lib/core/files/ndjson-file';
import { protoBody } from '@/lib/core/files/proto-body';
import { recording } from '@/lib/core/files/recording';
import { sseBody } from '@/lib/core/files/sse-body';
import type { Format } from '@/lib/core/files/types';

/** The first of several formats with equal confidence wins. */
export const readable: readonly Format[] = [
  recording,
  jsonArray,
  ndjsonFile,
  sseBody,
  protoBody,
  har,
  htmlReport,
  aimockFixture,
  bloveRecording,
  inspectorSession,
];
