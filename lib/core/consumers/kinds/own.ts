// An app's own code on an EventSource or a socket: no known library reads AG-UI from these, so the effect of an event
// is unknown.
import type { Consumer } from '@/lib/core/consumers/consumer';

export const own: Consumer = {
  id: 'own',
  name: "the app's own code",
  evidence({ transport }) {
    if (transport === 'event-source') return 'no AG-UI client uses an EventSource';
    return transport === 'web-socket' ? 'no AG-UI client that is known sent this on a socket' : undefined;
  },
  profileFor: () => undefined,
};
