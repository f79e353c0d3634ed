import { counted, formatNumber } from '@/lib/core/json/format';

export const findings = {
  noFindings: 'No findings up to this event',
  later: (count: number) => `${formatNumber(count)} more after this event.`,
  leftOut: (count: number) => `${formatNumber(count)} more not listed (limit reached).`,
  clientStops: 'the stock client stops here',
  related: 'see also',
  saveTest: 'Save finding as a test',
  saveTestTitle: 'Save a test that fails while this rule fires',
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
  rulesOff: (count: number) => `${counted(count, 'rule')} ${count === 1 ? 'is' : 'are'} off`,
  severities: 'Severities',
  ofSeverity: {
    error: (count: number) => `error (${formatNumber(count)})`,
    warning: (count: number) => `warning (${formatNumber(count)})`,
    info: (count: number) => `info (${formatNumber(count)})`,
  },
} as const;
