import { afterEach, expect, test, vi } from 'vitest';
import { createLintFold } from '@/lib/core/lint/lint';
import { rules } from '@/lib/core/lint/rules';
import type { Rule } from '@/lib/core/lint/types';
import { headOf, logOf } from '../../support/logs';
import { STOCK_REQUEST } from '../../support/sessions';
import { events } from '../../support/stream-text';

afterEach(() => void vi.restoreAllMocks());

function breakRule(id: string, check: 'before' | 'after' | 'call' | 'boundary' | 'stop' | 'timing'): void {
  const rule: Rule | undefined = rules.find((each) => each.id === id);
  if (rule?.[check] === undefined) throw new Error(`No such check: ${id}.${check}`);
  vi.spyOn(rule as Required<Rule>, check).mockImplementation(() => {
    throw new TypeError('no such thing');
  });
}

/** A rule of each kind of check. */
const CHECKS = ['before', 'after', 'call', 'boundary', 'stop', 'timing'] as const;

const EVENTS = events(
  'run · tool c n {} · state {"a":1} · patch /none/at/all = 1 · say never "x" · state {"a":2}',
);

test.each(CHECKS)(
  "an exception in the check '%s' of every rule is reported once for each, and the model is complete",
  (check) => {
    for (const rule of rules) if (rule[check] !== undefined) breakRule(rule.id, check);
    const whole = headOf(logOf([...EVENTS, ...EVENTS], STOCK_REQUEST), createLintFold());
    expect([...whole.model.threads][0]?.state).toEqual({ a: 2 });
    const unknown = whole.findings.filter(({ message }) => message.includes('This check failed'));
    if (check !== 'timing') expect(unknown.length).toBeGreaterThan(0);
    for (const { severity, message } of unknown)
      expect([severity, message]).toEqual([
        'warning',
        expect.stringMatching(/result is unknown: no such thing\.$/),
      ]);
    expect(new Set(unknown.map(({ rule }) => rule)).size).toBe(unknown.length);
    // Errors of the client need no check.
    expect(whole.findings.some(({ clientStops }) => clientStops === true)).toBe(true);
  },
);
