// Violations of the protocol.

import * as z from 'zod';
import { counted } from '@/lib/core/json/format';
import { SEVERITIES } from '@/lib/core/lint/order';
import { ruleTextOf } from '@/lib/core/lint/selection';
import { lineOf, listAnswer } from '@/lib/package/cli/mcp/answer';
import { runAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';
import { rulesNamed } from '@/lib/package/library/check';

export const findingsTool = defineTool({
  name: 'findings',
  title: 'What broke the protocol',
  description:
    'Why a run failed or shows the wrong thing: each violation with its event, its effect on the app and a fix. Errors first.',
  input: z.object({
    file: FILE,
    run: RUN.optional(),
    severity: z.enum(SEVERITIES).optional(),
    rule: z.string().optional().describe('Id of a rule.'),
    from: FROM,
  }),
  run({ file, run, severity, rule, from }, recordings) {
    const recording = recordings.open(file);
    const streams = run === undefined ? undefined : runAt(recording, run).streams.map(({ index }) => index);
    const ids = rule === undefined ? undefined : rulesNamed([rule], 'rule');
    const found = recording.findings
      .filter((each) => streams === undefined || streams.includes(each.stream))
      .filter((each) => severity === undefined || each.severity === severity)
      .filter((each) => ids === undefined || ids.has(each.rule))
      .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    const explained = new Set<string>();
    const head = found.length === 0 ? 'No findings.' : counted(found.length, 'finding');
    return listAnswer(head, found, from, ({ rule: id, severity: how, seq, stream, message }) => {
      const place = seq < 0 ? `stream ${stream}` : `#${seq}`;
      const { impact, fix } = ruleTextOf(id);
      const text = explained.has(id) ? '' : `\n  effect: ${impact}\n  fix: ${fix}`;
      explained.add(id);
      return `${place} ${how} ${id}: ${lineOf(message)}${text}`;
    });
  },
});
