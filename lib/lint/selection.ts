// Rules by name: their texts, and which of them are switched off.
import { rules } from '@/lib/lint/rules';
import type { Finding, Rule, RuleText } from '@/lib/lint/types';

const ALL: readonly Rule[] = rules;
const byId: ReadonlyMap<string, Rule> = new Map(ALL.map((rule) => [rule.id, rule]));

/** What a list of rules says of one; undefined where there is no such rule. */
export function findRule(id: string): RuleText | undefined {
  return byId.get(id);
}

/** What a list of rules says of the rule of a finding. */
export function ruleTextOf(id: string): RuleText {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`There is no rule '${id}'.`);
  return rule;
}

/** Rules that were named, and the names that no rule has. */
export interface Named {
  readonly ids: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

/** The rules of ids and aliases; an alias names every rule that has it. */
export function namedRules(names: Iterable<string>): Named {
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    const wanted = name.trim();
    const found = ALL.filter(
      ({ id, aliases }) => id === wanted || aliases?.includes(wanted.toUpperCase()) === true,
    );
    for (const { id } of found) ids.add(id);
    if (found.length === 0) unknown.push(wanted);
  }
  return { ids, unknown };
}

/** Whether a finding is there as of an event: one about no event is, once that event came after it. */
export function isFoundBy({ seq, beforeSeq }: Finding, cursor: number): boolean {
  return (seq < 0 ? (beforeSeq ?? 0) : seq) <= cursor;
}

/** The order in which findings happened; one about no event stands before the event that came next. */
export function bySeq(a: Finding, b: Finding): number {
  const placeOf = ({ seq, beforeSeq }: Finding): number => (seq < 0 ? (beforeSeq ?? 0) - 0.5 : seq);
  return placeOf(a) - placeOf(b);
}
