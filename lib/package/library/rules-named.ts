// Rules by the names that people write.
import { namedRules } from '@/lib/core/lint/selection';
import { listOf, OptionError } from '@/lib/package/library/lens-error';

/** The ids of rules with hand-written names; an unknown name is an error. */
export function rulesNamed(names: readonly string[], where: string): ReadonlySet<string> {
  const { ids, unknown } = namedRules(listOf(where, names));
  if (unknown.length === 0) return ids;
  throw new OptionError(`${where} names unknown rules: ${unknown.map((name) => `'${name}'`).join(', ')}.`);
}
