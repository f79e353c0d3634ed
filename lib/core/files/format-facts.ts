// REGISTRY: properties of the file formats, in the order of the export dialog. The panel shows names without loading formats.
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import type { FormatFacts } from '@/lib/core/files/types';

export const formatFacts = [
  {
    id: 'html-report',
    label: 'Report (one HTML file)',
    extension: '.html',
    mime: 'text/html',
    group: 'people',
    needsBatches: true,
    needsReport: true,
  },
  {
    id: 'markdown',
    label: 'Conversation (Markdown)',
    extension: '.md',
    mime: 'text/markdown',
    group: 'people',
  },
  {
    id: 'openai-chat',
    label: 'Conversation (OpenAI chat)',
    extension: '.openai.jsonl',
    mime: 'application/x-ndjson',
    group: 'people',
  },
  {
    id: 'vitest-test',
    label: 'Test that replays it (Vitest)',
    extension: '.test.ts',
    mime: 'text/typescript',
    group: 'tests',
    needsBatches: true,
  },
  {
    id: 'playwright-test',
    label: 'Test that serves it (Playwright)',
    extension: '.spec.ts',
    mime: 'text/typescript',
    group: 'tests',
    needsBatches: true,
  },
  {
    id: 'aimock-fixture',
    label: 'Fixtures for aimock',
    extension: '.aimock.json',
    mime: 'application/json',
    group: 'tests',
  },
  {
    id: 'curl',
    label: 'Run requests (curl)',
    extension: '.sh',
    mime: 'application/x-sh',
    group: 'tests',
  },
  {
    id: 'fetch-calls',
    label: 'Run requests (fetch)',
    extension: '.mjs',
    mime: 'text/javascript',
    group: 'tests',
  },
  {
    id: 'recording',
    label: 'Recording',
    extension: '.agui.jsonl',
    mime: 'application/x-ndjson',
    group: 'tools',
    isPackable: true,
    needsBatches: true,
  },
  {
    id: 'har',
    label: 'HAR',
    extension: '.har',
    mime: 'application/json',
    group: 'tools',
    needsBatches: true,
  },
  {
    id: 'otlp-json',
    label: 'Traces (OpenTelemetry)',
    extension: '.otlp.json',
    mime: 'application/json',
    group: 'tools',
  },
  {
    id: 'perfetto',
    label: 'Timeline (Perfetto)',
    extension: '.perfetto.json',
    mime: 'application/json',
    group: 'tools',
  },
  {
    id: 'run-metrics',
    label: 'Runs with their numbers (CSV)',
    extension: '.runs.csv',
    mime: 'text/csv',
    group: 'tools',
  },
  {
    id: 'compacted-safe',
    label: 'Compacted log (replays the same)',
    extension: '.compacted.json',
    mime: 'application/json',
    group: 'tools',
  },
  {
    id: 'compacted-stock',
    label: 'Compacted log (as @ag-ui/client)',
    extension: '.compacted-stock.json',
    mime: 'application/json',
    group: 'tools',
  },
  {
    id: 'json-array',
    label: 'Events (JSON array)',
    extension: '.json',
    mime: 'application/json',
    group: 'raw',
  },
  {
    id: 'ndjson-file',
    label: 'Events (one per line)',
    extension: '.ndjson',
    mime: 'application/x-ndjson',
    group: 'raw',
    isPackable: true,
  },
  {
    id: 'sse-body',
    label: 'Server-sent events (body)',
    extension: '.sse',
    mime: 'text/event-stream',
    group: 'raw',
    isPackable: true,
    needsBatches: true,
  },
  {
    id: 'proto-body',
    label: 'Protobuf (body)',
    extension: '.bin',
    mime: PROTO_TYPE,
  },
  {
    id: 'blove-recording',
    label: 'Recording of ag-ui-chrome-extension',
    extension: '.agui.jsonl',
    mime: 'application/x-ndjson',
  },
  {
    id: 'inspector-session',
    label: 'Session of agui-inspector',
    extension: '.json',
    mime: 'application/json',
  },
] as const satisfies readonly FormatFacts[];

export function factsOf(id: string): FormatFacts {
  const found = formatFacts.find((facts) => facts.id === id);
  if (found === undefined) throw new Error(`Expected the format '${id}' among the facts`);
  return found;
}

export const writtenFormats: readonly FormatFacts[] = formatFacts.filter((facts) => 'group' in facts);
