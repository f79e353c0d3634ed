// Findings that say the same of one event after the other: told once, with a count.
import type { Finding } from '@/lib/lint/types';

/** A finding, and all that say the same as it, itself among them. */
export interface Alike {
  readonly finding: Finding;
  readonly all: readonly Finding[];
}

/** What a finding says, whatever the numbers and names in it. */
function sayingOf({ rule, severity, stream, message, clientText = '' }: Finding): string {
  const text = `${message}\n${clientText}`.replaceAll(/'[^'\n]*'|"[^"\n]*"|\d+(?:[.,]\d+)*/g, '…');
  return `${rule} ${severity} ${stream} ${text}`;
}

/** Findings of which those that say the same are one, in the order of the first of each. */
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
