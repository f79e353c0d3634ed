// Repeated findings, shown once with a count.
import type { Finding } from '@/lib/core/lint/types';

/** A finding and its repetitions. */
export interface Alike {
  readonly finding: Finding;
  readonly all: readonly Finding[];
}

/** Cached: findings are grouped with each new event. */
const sayings = new WeakMap<Finding, string>();

/** Text of a finding without numbers and names. */
function sayingOf(finding: Finding): string {
  const known = sayings.get(finding);
  if (known !== undefined) return known;
  const { rule, severity, stream, message, clientText = '' } = finding;
  const text = `${message}\n${clientText}`.replaceAll(/'[^'\n]*'|"[^"\n]*"|\d[\d.,]*/g, '…');
  const saying = `${rule} ${severity} ${stream} ${text}`;
  sayings.set(finding, saying);
  return saying;
}

/** Groups repeated findings, in the order of the first of each. */
export function alikeOf(findings: readonly Finding[]): readonly Alike[] {
  const bySaying = new Map<string, Finding[]>();
  for (const finding of findings) {
    const saying = sayingOf(finding);
    const all = bySaying.get(saying);
    if (all === undefined) bySaying.set(saying, [finding]);
    else all.push(finding);
  }
  return [...bySaying.values()].flatMap((all) => all.slice(0, 1).map((finding) => ({ finding, all })));
}
