// A RUN_ERROR whose text the app never got, because something came behind it.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** A RUN_ERROR that a violation in the same read hid. */
export const maskedError: Rule = {
  id: 'masked-error',
  severity: 'error',
  needsHistory: true,
  summary: "A RUN_ERROR and a violation came in one read; the server's error text is lost to the app.",
  spec: 'https://docs.ag-ui.com/concepts/events',
  stop({ seq, hiddenFrom }, stream, model) {
    const { run: index } = streamView(model, stream);
    const run = index < 0 ? undefined : model.runs.at(index);
    const endSeq = run?.status === 'error' ? run.endSeq : undefined;
    if (endSeq === undefined || endSeq < hiddenFrom || endSeq >= seq) return undefined;
    return `The server's error '${run?.error?.message ?? ''}' (event ${endSeq}) never reached the app, which got the client's complaint about event ${seq} instead.`;
  },
};
