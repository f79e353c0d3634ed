// CopilotKit's debug feed: a second copy of what its runtime sends, for tools. No app reads it.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { pathOf } from '@/lib/core/consumers/request-shape';

export const observer: Consumer = {
  id: 'observer',
  name: 'Observer (another devtool)',
  evidence: (stream) =>
    pathOf(stream).endsWith('/cpk-debug-events')
      ? "detected from the URL (CopilotKit's debug feed)"
      : undefined,
  profileFor: () => undefined,
};
