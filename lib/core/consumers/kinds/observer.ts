// CopilotKit's debug feed: a second copy of what its runtime sends, for tools. No app reads it.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { pathOf } from '@/lib/core/consumers/request-shape';

/** A tool that looks on. */
export const observer: Consumer = {
  id: 'observer',
  name: 'a tool that looks on',
  evidence: (stream) =>
    pathOf(stream).endsWith('/cpk-debug-events') ? "it is CopilotKit's feed for tools" : undefined,
  profileFor: () => undefined,
};
