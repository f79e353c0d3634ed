// assistant-ui's AG-UI runtime reads with `@ag-ui/client` 0.0.58. Its requests look like those of an app that uses
// that client directly, so it is only ever chosen by hand.
import type { Consumer } from '@/lib/consumer/consumer';
import { CLIENT_0_0, CLIENT_1_0 } from '@/lib/consumer/profile';
import { statesVersion } from '@/lib/consumer/request-shape';

/** assistant-ui's AG-UI runtime. */
export const assistantUi: Consumer = {
  id: 'assistant-ui',
  name: 'assistant-ui',
  evidence: () => undefined,
  profileFor: ({ input }) => (statesVersion(input) ? CLIENT_1_0 : CLIENT_0_0),
};
