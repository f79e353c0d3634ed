// Finds rules by name: their texts, and the disabled ones.
import { rules } from '@/lib/core/lint/rules';
import type { Rule, RuleText } from '@/lib/core/lint/types';

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): RuleText | undefined {
  return byId.get(id);
}

export function ruleTextOf(id: string): RuleText {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`Unknown rule '${id}'.`);
  return rule;
}

interface Named {
  readonly ids: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

/** The rules with these ids or aliases; an alias refers to every rule that has it. */
export function namedRules(names: Iterable<string>): Named {
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    const wanted = name.trim();
    const found = rules.filter(
      ({ id, aliases }) => id === wanted || aliases?.includes(wanted.toUpperCase()) === true,
    );
    for (const { id } of found) ids.add(id);
    if (found.length === 0) unknown.push(wanted);
  }
  return { ids, unknown };
}
