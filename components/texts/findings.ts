// Words: the Findings view.

/** The Findings view. */
export const findings = {
  noFindings: 'No findings up to this event',
  later: (count: number) => `${count.toLocaleString()} more after this event.`,
  leftOut: (count: number) => `${count.toLocaleString()} more are not listed (limit reached).`,
  clientStops: 'the stock client stops here',
  related: 'see also',
  saveTestTitle: 'A test that is red while this rule fires',
  whatToDo: 'How to fix:',
  specification: 'Specification',
  specificationOf: (rule: string) => `Specification of ${rule}`,
  found: (count: number) => (count === 1 ? 'Found once' : `Found ${count.toLocaleString()} times`),
  times: (count: number) => `×${count.toLocaleString()}`,
  alsoAt: (count: number) => (count === 1 ? 'at 1 more place' : `at ${count.toLocaleString()} more places`),
  onlyInfos: 'No errors or warnings up to this event',
  switchOff: 'Turn off this rule',
  switchOffRule: (rule: string) => `Turn off this rule: ${rule}`,
  switchOn: 'Turn on',
  switchOnRule: (rule: string) => `Turn on: ${rule}`,
  rulesOff: (count: number) => (count === 1 ? '1 rule is off' : `${count} rules are off`),
  severities: 'Severities',
  ofSeverity: {
    error: (count: number) => `error (${count.toLocaleString()})`,
    warning: (count: number) => `warning (${count.toLocaleString()})`,
    info: (count: number) => `info (${count.toLocaleString()})`,
  },
} as const;
