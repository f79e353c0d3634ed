// REGISTRY of what a session needs, but not for the first picture of an empty panel. Loaded when it is first asked for,
// and all of it once the panel is idle.
import { haveSchemas } from '@/lib/core/agui/enforce';
import { haveProtobuf } from '@/lib/core/decode/json';
import { late } from './late';

/** What says whether an odd event is valid: there before the first event is read. */
export const schemas = late(async () => {
  const { enforceBySchema, enforceInSteps } = await import('@/lib/core/agui/schemas');
  haveSchemas(enforceBySchema, enforceInSteps);
  return true;
});

/** The reader of protobuf: there before the first binary frame is read. */
export const protobuf = late(async () => {
  const { parseProtobuf } = await import('@/lib/core/decode/protobuf');
  haveProtobuf(parseProtobuf);
  return true;
});

/** All that judges: the rules with their texts, and the clients as they read. */
export const judging = late(async () => {
  const [{ createLintFold }, { findRule, namedRules }, { appFold }] = await Promise.all([
    import('@/lib/core/lint/lint'),
    import('@/lib/core/lint/selection'),
    import('@/lib/core/clients/app-fold'),
  ]);
  return { createLintFold, findRule, namedRules, appFold };
});

/** What compares two values. */
export const comparing = late(async () => (await import('@/lib/core/json/diff')).differences);

/** What compiles the user's own regular expressions. */
export const patterns = late(async () => (await import('@/lib/core/json/linear-pattern')).linearPattern);

/** All of it, what is needed first first. */
export const later = [schemas, judging, comparing, patterns, protobuf] as const;
