import type { Rule } from '@/lib/core/lint/types';
import { runIn } from '@/lib/core/model/queries/lookup';

export const maskedError: Rule = {
  id: 'masked-error',
  severity: 'error',
  needsHistory: true,
  summary: "RUN_ERROR and a violation arrived in the same read; the app never gets the server's error text.",
  spec: 'https://docs.ag-ui.com/concepts/events#runerror',
  impact: "The app shows the client's error about the later event instead of the server's error.",
  fix: 'End the stream after RUN_ERROR.',
  aliases: ['AGUI005'],
  stop({ seq, hiddenFrom }, stream, model) {
    const run = runIn(model, stream);
    const endSeq = run?.status === 'error' ? run.endSeq : undefined;
    if (endSeq === undefined || endSeq < hiddenFrom || endSeq >= seq) return undefined;
    const message = `The server's error '${run?.error?.message ?? ''}' (event ${endSeq}) never reached the app, which got the client's error about event ${seq} instead.`;
    return { message, related: [endSeq, seq] };
  },
};
