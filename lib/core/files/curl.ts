// The run requests as a shell script with one curl command each.
import { factsOf } from '@/lib/core/files/format-facts';
import { asCurl, isHttpRun, REDACTED_REQUESTS } from '@/lib/core/files/request-text';
import type { Format } from '@/lib/core/files/types';
import type { Stream } from '@/lib/core/log/types';

const HEAD = `#!/bin/sh
# The run requests of a recorded session, in their order.
# Only the accept header was recorded. If the server requires others, such as cookies or authorization, add them with
# -H 'name: value'.
`;

function commandOf(stream: Stream, index: number): string {
  const { requestBodyLength } = stream;
  const cut = '# The body was too large to be recorded and is cut off.\n';
  return `\n# ${index + 1}\n${requestBodyLength === undefined ? '' : cut}${asCurl(stream)}\n`;
}

export const curl: Format = {
  ...factsOf('curl'),
  write({ log, annotations }) {
    const requests = log().streams.filter(isHttpRun);
    if (requests.length === 0) {
      return {
        refused: 'This session has no run request over HTTP for curl to send.',
      };
    }
    return [HEAD, annotations?.isRedacted ? `# ${REDACTED_REQUESTS}\n` : '', ...requests.map(commandOf)];
  },
};
