// The table of all rules for people to read, made from the rules themselves.
import { rules } from '@/lib/core/lint/rules';
import type { Rule } from '@/lib/core/lint/types';

const HEAD = `# Rules

Everything that AG-UI Lens can find, made from the code (\`LENS_UPDATE=1 npm test -- unit\` writes it anew).

*Severity* is the usual one; a profile of \`check\` may have another, named beside it. *Of the client* marks checks and effects of the stock clients: one step milder for an unknown client, at most info for another known client. *Alias* is the id of the rule in \`ag-ui-validate\`.

| rule | severity | what | what the app experiences | what to do | alias |
|---|---|---|---|---|---|
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function severityOf({ severity, severityIn, isOfClient }: Rule): string {
  const others = Object.entries(severityIn ?? {}).map(([profile, other]) => `${profile}: ${other}`);
  return [severity, ...others, ...(isOfClient === undefined ? [] : ['of the client'])].join('; ');
}

function rowOf(rule: Rule): string {
  const { id, summary, impact, fix, spec, aliases = [] } = rule;
  const cells = [`[\`${id}\`](${spec})`, severityOf(rule), summary, impact, fix, aliases.join(', ')];
  return `| ${cells.map(cell).join(' | ')} |\n`;
}

/** Content of `lib/core/lint/RULES.md`. */
export function rulesTable(): string {
  const rows = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1)).map(rowOf);
  return `${HEAD}${rows.join('')}`;
}
