// A RUN_ERROR whose text the app never got, because something came behind it.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** A RUN_ERROR that a violation in the same read hid. */
export const maskedError: Rule = {
  id: 'masked-error',
  severity: 'error',
  needsHistory: true,
  summary: "A RUN_ERROR and a violation came in one read; the server's error text is lost to the app.",
  spec: 'https://docs.ag-ui.com/concepts/events#runerror',
  impact: "The app shows the client's complaint about the later event instead of the server's error.",
  fix: 'End the stream after RUN_ERROR.',
  aliases: ['AGUI005'],
  stop({ seq, hiddenFrom }, stream, model) {
    const { run: index } = streamView(model, stream);
    const run = index < 0 ? undefined : model.runs.at(index);
    const endSeq = run?.status === 'error' ? run.endSeq : undefined;
    if (endSeq === undefined || endSeq < hiddenFrom || endSeq >= seq) return undefined;
    const message = `The server's error '${run?.error?.message ?? ''}' (event ${endSeq}) never reached the app, which got the client's complaint about event ${seq} instead.`;
    return { message, related: [endSeq, seq] };
  },
};
