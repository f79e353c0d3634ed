// Words: the Findings view.
import { formatNumber } from '@/lib/core/json/format';

/** The Findings view. */
export const findings = {
  noFindings: 'No findings up to this event',
  /** What looks for them is not loaded yet, or has not seen every event. */
  looking: 'Looking for findings…',
  cannotLook: (reason: string) =>
    `Nothing can be found: the rules could not be loaded (${reason.replace(/\.$/, '')}). Try again; if that does not help, close this panel and open it again.`,
  later: (count: number) => `${formatNumber(count)} more after this event.`,
  leftOut: (count: number) => `${formatNumber(count)} more are not listed (limit reached).`,
  clientStops: 'the stock client stops here',
  related: 'see also',
  saveTestTitle: 'A test that is red while this rule fires',
  whatToDo: 'How to fix:',
  specification: 'Specification',
  specificationOf: (rule: string) => `Specification of ${rule}`,
  found: (count: number) => (count === 1 ? 'Found once' : `Found ${formatNumber(count)} times`),
  times: (count: number) => `×${formatNumber(count)}`,
  alsoAt: (count: number) => (count === 1 ? 'at 1 more place' : `at ${formatNumber(count)} more places`),
  onlyInfos: 'No errors or warnings up to this event',
  switchOff: 'Turn off this rule',
  switchOffRule: (rule: string) => `Turn off this rule: ${rule}`,
  switchOn: 'Turn on',
  switchOnRule: (rule: string) => `Turn on: ${rule}`,
  rulesOff: (count: number) => (count === 1 ? '1 rule is off' : `${count} rules are off`),
  severities: 'Severities',
  ofSeverity: {
    error: (count: number) => `error (${formatNumber(count)})`,
    warning: (count: number) => `warning (${formatNumber(count)})`,
    info: (count: number) => `info (${formatNumber(count)})`,
  },
} as const;
