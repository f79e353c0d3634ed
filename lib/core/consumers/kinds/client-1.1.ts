// `@ag-ui/client` 1.1, still a draft: identified only by the version in its requests.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { CLIENT_1_1 } from '@/lib/core/consumers/profile';
import { asksLikeStock, isWrittenBy10, states11 } from '@/lib/core/consumers/request-shape';

export const client11: Consumer = {
  id: 'client-1.1',
  name: '@ag-ui/client 1.1',
  evidence(stream) {
    const { input, transport } = stream;
    if (transport !== 'fetch' || !states11(input)) return undefined;
    if (!asksLikeStock(stream) && !isWrittenBy10(input)) return undefined;
    return `the request states protocolVersion "${String(input?.['protocolVersion'])}"`;
  },
  profileFor: () => CLIENT_1_1,
};
