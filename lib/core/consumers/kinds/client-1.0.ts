// `@ag-ui/client` 1.0: its requests state the version of the protocol.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { asksLikeStock, isWrittenBy10, states11, statesVersion } from '@/lib/core/consumers/request-shape';

export const client10: Consumer = {
  id: 'client-1.0',
  name: '@ag-ui/client 1.0',
  evidence(stream) {
    const { input, transport } = stream;
    // A file of bare events has no reader of its own.
    if (transport === 'file') return 'a file of bare events is read as the specification defines';
    if (transport !== 'fetch' || !statesVersion(input) || states11(input)) return undefined;
    // An app may set headers of its own on the client.
    if (!asksLikeStock(stream) && !isWrittenBy10(input)) return undefined;
    return `the request states protocolVersion "${String(input?.['protocolVersion'])}"`;
  },
  profileFor: () => CLIENT_1_0,
};
