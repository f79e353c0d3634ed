// REGISTRY: the formats for import and export.
import { aimockFixture } from '@/lib/files/aimock-fixture';
import { bloveRecording } from '@/lib/files/blove-recording';
import { compactedSafe } from '@/lib/files/compacted-safe';
import { compactedStock } from '@/lib/files/compacted-stock';
import { curl } from '@/lib/files/curl';
import { fetchCalls } from '@/lib/files/fetch-calls';
import { har } from '@/lib/files/har';
import { htmlReport } from '@/lib/files/html-report';
import { inspectorSession } from '@/lib/files/inspector-session';
import { jsonArray } from '@/lib/files/json-array';
import { markdown } from '@/lib/files/markdown';
import { ndjsonFile } from '@/lib/files/ndjson-file';
import { openaiChat } from '@/lib/files/openai-chat';
import { otlpJson } from '@/lib/files/otlp-json';
import { perfetto } from '@/lib/files/perfetto';
import { playwrightTest } from '@/lib/files/playwright-test';
import { protoBody } from '@/lib/files/proto-body';
import { recording } from '@/lib/files/recording';
import { runMetrics } from '@/lib/files/run-metrics';
import { sseBody } from '@/lib/files/sse-body';
import type { Format } from '@/lib/files/types';
import { vitestTest } from '@/lib/files/vitest-test';

/** Every format, in the order of the menus. */
export const formats: readonly Format[] = [
  recording,
  compactedSafe,
  compactedStock,
  jsonArray,
  ndjsonFile,
  sseBody,
  protoBody,
  har,
  htmlReport,
  markdown,
  openaiChat,
  runMetrics,
  vitestTest,
  playwrightTest,
  aimockFixture,
  curl,
  fetchCalls,
  otlpJson,
  perfetto,
  bloveRecording,
  inspectorSession,
];
