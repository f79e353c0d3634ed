// Results of `lens probe` as text, JSON and JUnit.
import { harmlessLine } from '@/lib/core/agui/harmless';
import { formatMs } from '@/lib/core/json/format';
import { escapeXml } from '@/lib/package/cli/finding-formats';
import type { Paint } from '@/lib/package/cli/paint';
import type { Scenario, ScenarioOutcome } from './scenarios';

export interface ScenarioResult extends ScenarioOutcome {
  readonly scenario: Scenario;
  readonly ms: number;
}

const STYLES = { passed: 'good', failed: 'error', skipped: 'faint' } as const;

function text(results: readonly ScenarioResult[], paint: Paint): string {
  return results
    .map(({ scenario: { id }, verdict, reason, ms }) => {
      const word = paint(STYLES[verdict], verdict.padEnd(7));
      return `${word}  ${id.padEnd(12)}  ${harmlessLine(reason)} ${paint('faint', `(${formatMs(ms)})`)}\n`;
    })
    .join('');
}

function json(results: readonly ScenarioResult[]): string {
  const values = results.map(({ scenario: { id, summary }, ...outcome }) => ({
    scenario: id,
    summary,
    ...outcome,
  }));
  return `${JSON.stringify(values, null, 2)}\n`;
}

const ELEMENTS = { passed: undefined, failed: 'failure', skipped: 'skipped' } as const;

function junit(results: readonly ScenarioResult[]): string {
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const cases = results.map(({ scenario: { id }, verdict, reason, ms }) => {
    const element = ELEMENTS[verdict];
    const inner = element === undefined ? '' : `<${element} message="${escapeXml(reason)}"></${element}>`;
    return `  <testcase classname="lens probe" name="${id}" time="${(ms / 1000).toFixed(3)}">${inner}</testcase>\n`;
  });
  const head = `<testsuite name="lens probe" tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" errors="0">\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}${cases.join('')}</testsuite>\n`;
}

/** The first is the default. */
export const PROBE_FORMATS = ['text', 'json', 'junit'] as const;

export const probeOutputs: Readonly<
  Record<(typeof PROBE_FORMATS)[number], (results: readonly ScenarioResult[], paint: Paint) => string>
> = { text, json, junit };
