// CopilotKit's debug feed: a second copy of what its runtime sends, for tools. No app reads it.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { urlPath } from '@/lib/core/json/url';

export const observer: Consumer = {
  id: 'observer',
  name: 'Observer (another devtool)',
  evidence: (stream) =>
    urlPath(stream.url).endsWith('/cpk-debug-events')
      ? "detected from the URL (CopilotKit's debug feed)"
      : undefined,
  profileFor: () => undefined,
};
