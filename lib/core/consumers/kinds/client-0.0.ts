// `@ag-ui/client` 0.0.x: identified by the order of the members in its request.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { CLIENT_0_0 } from '@/lib/core/consumers/profile';
import { asksLikeStock, isWrittenBy00 } from '@/lib/core/consumers/request-shape';

export const client00: Consumer = {
  id: 'client-0.0',
  name: '@ag-ui/client 0.0.x',
  evidence(stream) {
    if (stream.transport !== 'fetch' || !isWrittenBy00(stream.input) || !asksLikeStock(stream))
      return undefined;
    return 'the request has the members of that client in its order, without a protocolVersion';
  },
  profileFor: () => CLIENT_0_0,
};
