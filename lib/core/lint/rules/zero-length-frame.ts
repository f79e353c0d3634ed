import type { Rule } from '@/lib/core/lint/types';

export const zeroLengthFrame: Rule = {
  id: 'zero-length-frame',
  severity: 'warning',
  summary: 'A protobuf frame is empty: the server could not encode its event.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The event is lost, and the stock client stops at the frame.',
  fix: 'Update the server: 0.0.59 encodes TOOL_CALL_RESULT, ACTIVITY_* and REASONING_* as empty frames; or send SSE.',
  types: [''],
  before({ binary, raw, stream }) {
    if (!binary || raw !== '' || stream.framing !== 'proto') return undefined;
    return 'This frame is empty: servers of 0.0.59 send empty frames for TOOL_CALL_RESULT, ACTIVITY_* and REASONING_*.';
  },
};
