// REGISTRY: the formats for import and export. Those that can be read are listed in readable-formats.ts.

import { harmless } from '@/lib/core/agui/harmless';
import { compactedSafe } from '@/lib/core/files/compacted-safe';
import { compactedStock } from '@/lib/core/files/compacted-stock';
import { curl } from '@/lib/core/files/curl';
import { refusingInexact } from '@/lib/core/files/exact-text';
import { fetchCalls } from '@/lib/core/files/fetch-calls';
import { formatFacts } from '@/lib/core/files/format-facts';
import { markdown } from '@/lib/core/files/markdown';
import { openaiChat } from '@/lib/core/files/openai-chat';
import { otlpJson } from '@/lib/core/files/otlp-json';
import { perfetto } from '@/lib/core/files/perfetto';
import { playwrightTest } from '@/lib/core/files/playwright-test';
import { readable } from '@/lib/core/files/readable-formats';
import { runMetrics } from '@/lib/core/files/run-metrics';
import type { Format, WriteSource } from '@/lib/core/files/types';
import { vitestTest } from '@/lib/core/files/vitest-test';
import { wordsIn } from '@/lib/core/json/words-in';

const onlyWritten: readonly Format[] = [
  compactedSafe,
  compactedStock,
  curl,
  fetchCalls,
  markdown,
  openaiChat,
  otlpJson,
  perfetto,
  playwrightTest,
  runMetrics,
  vitestTest,
];

/** Formats that contain values of events, serialized again. */
const REWRITTEN: ReadonlySet<string> = new Set(
  wordsIn('compacted-safe compacted-stock vitest-test playwright-test aimock-fixture openai-chat markdown'),
);

const menuIndex = ({ id }: Format): number => formatFacts.findIndex((facts) => facts.id === id);

function* harmlessParts(parts: Iterable<string>): Iterable<string> {
  for (const part of parts) yield harmless(part);
}

function gated(format: Format): Format {
  if (format.write === undefined || format.isRaw) return format;
  const write = (source: WriteSource) => {
    const written = format.write?.(source) ?? [];
    return 'refused' in written ? written : harmlessParts(written);
  };
  return { ...format, write };
}

/** Every format, in the order of the export dialog. */
export const formats: readonly Format[] = [...readable, ...onlyWritten]
  .map(gated)
  .map((format) => (REWRITTEN.has(format.id) ? refusingInexact(format) : format))
  .sort((one, other) => menuIndex(one) - menuIndex(other));
