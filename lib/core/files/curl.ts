// The run requests as a shell script: one curl command for each.
import { factsOf } from '@/lib/core/files/format-facts';
import { asCurl, isHttpRun, REDACTED_REQUESTS } from '@/lib/core/files/request-text';
import type { Format } from '@/lib/core/files/types';
import type { Stream } from '@/lib/core/log/types';

const HEAD = `#!/bin/sh
# The run requests of a recorded session, in their order.
# Of the headers of a request, only accept is recorded. Cookies, authorization and all others are not known: where the
# server wants them, add them with -H 'name: value'.
`;

function commandOf(stream: Stream, index: number): string {
  const { requestBodyLength } = stream;
  const cut = '# Its body was too large to be recorded whole: what follows is cut off.\n';
  return `\n# ${index + 1}\n${requestBodyLength === undefined ? '' : cut}${asCurl(stream)}\n`;
}

export const curl: Format = {
  ...factsOf('curl'),
  write({ log, isRedacted }) {
    const requests = log().streams.filter(isHttpRun);
    if (requests.length === 0) {
      return {
        refused: 'There is no run request over HTTP in this session, so there is nothing for curl to send.',
      };
    }
    return [HEAD, isRedacted ? `# ${REDACTED_REQUESTS}\n` : '', ...requests.map(commandOf)];
  },
};
