// REGISTRY: the formats that can be read. Whoever only reads loads none of the code that writes the others, which is
// fifteen times as much.
import { aimockFixture } from '@/lib/files/aimock-fixture';
import { bloveRecording } from '@/lib/files/blove-recording';
import { har } from '@/lib/files/har';
import { htmlReport } from '@/lib/files/html-report';
import { inspectorSession } from '@/lib/files/inspector-session';
import { jsonArray } from '@/lib/files/json-array';
import { ndjsonFile } from '@/lib/files/ndjson-file';
import { protoBody } from '@/lib/files/proto-body';
import { recording } from '@/lib/files/recording';
import { sseBody } from '@/lib/files/sse-body';
import type { Format } from '@/lib/files/types';

/** Every format that can be read; where two are as sure of a file, the first one has it. */
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
