// The run requests as a JavaScript module with one fetch call each.
import { factsOf } from '@/lib/core/files/format-facts';
import { asFetch, isHttpRun, REDACTED_REQUESTS } from '@/lib/core/files/request-text';
import type { Format } from '@/lib/core/files/types';

const HEAD = `// The run requests of a recorded session, in their order.
// Only the accept header was recorded. If the server requires others, such as cookies or authorization, add them to
// headers.
const responses = [];
`;

export const fetchCalls: Format = {
  ...factsOf('fetch-calls'),
  write({ log, annotations }) {
    const requests = log().streams.filter(isHttpRun);
    if (requests.length === 0) {
      return { refused: 'This session has no run request over HTTP to fetch.' };
    }
    const calls = requests.map((stream, at) => {
      const cut = '// The body was too large to be recorded and is cut off.\n';
      const note = stream.requestBodyLength === undefined ? '' : cut;
      return `\n// ${at + 1}\n${note}responses.push(${asFetch(stream).replace(/;$/, '')});\n`;
    });
    const note = annotations?.isRedacted ? `// ${REDACTED_REQUESTS}\n` : '';
    return [
      note,
      HEAD,
      ...calls,
      '\nfor (const response of responses) console.log(await response.text());\n',
    ];
  },
};
