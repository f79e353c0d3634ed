// CopilotKit: its React packages read every stream with the `@ag-ui/client` that they pin. Only the endpoints
// distinguish it from an app that uses that client directly.
import { runtimeMade } from '@/lib/core/agui/runtime-made';
import type { Consumer } from '@/lib/core/consumers/consumer';
import { CLIENT_0_0, type Profile } from '@/lib/core/consumers/profile';
import { isWrittenBy00, statesVersion, stockProfileOf } from '@/lib/core/consumers/request-shape';
import { urlPath } from '@/lib/core/json/url';
import type { LoggedEvent } from '@/lib/core/log/types';

const ENDPOINT = /\/agent\/[^/]+\/(run|connect|suggest)\/?$/;
const ENVELOPE = /^agent\/(run|connect|suggest)$/;

/** Its agents catch every ZodError of the client. */
const COPILOTKIT_0_0: Profile = { ...CLIENT_0_0, hidesSchemaErrors: true };

export const copilotkit: Consumer = {
  id: 'copilotkit',
  name: 'CopilotKit',
  evidence(stream) {
    const { envelope, input, transport, url } = stream;
    if (envelope !== undefined && ENVELOPE.test(envelope))
      return `the request is an envelope with the method "${envelope}"`;
    if (transport === 'web-socket' && /[?&]join_token=/.test(url) && /[?&]vsn=2/.test(url))
      return 'the socket is opened with a join token, as its runtime hands them out';
    const isKnown = isWrittenBy00(input) || statesVersion(input);
    return isKnown && ENDPOINT.test(urlPath(stream.url))
      ? 'detected from the URL (CopilotKit runtime path)'
      : undefined;
  },
  // Before the first event, only the protocol version in the request shows the pinned client.
  profileFor({ input }) {
    const profile = stockProfileOf(input);
    return profile.isLenient ? profile : COPILOTKIT_0_0;
  },
};

/**
 * An end without ids, which CopilotKit's own client rejects: the client has stopped the run itself, and reports
 * nothing.
 */
export function endsStoppedRun({ type, event, stream }: LoggedEvent): boolean {
  if (type !== 'RUN_FINISHED' || event === undefined || runtimeMade(type, event) === undefined) return false;
  return copilotkit.evidence(stream) !== undefined;
}
