// One rule with its findings: impact, fix, specification, switch.

import { formatNumber } from '@/lib/core/json/format';
import { grouped } from '@/lib/core/json/sorted';
import { SEVERITIES, worse } from '@/lib/core/lint/order';
import { ruleTextOf } from '@/lib/core/lint/selection';
import type { Finding, Severity } from '@/lib/core/lint/types';
import { switchRule } from '@/lib/panel/disabled-rules';
import { useWorkspace } from '../app/context';
import { SeveritySign } from '../shared/signs';
import { TEXTS } from '../texts';
import { FindingList } from './finding-list';

interface Group {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

/** Findings by rule: worst severity first, then earliest. */
export function groupsOf(findings: readonly Finding[]): readonly Group[] {
  const groups = [...grouped(findings, ({ rule }) => rule)].map(([rule, own]): Group => {
    const severity = own.reduce<Severity>((worst, each) => worse(worst, each.severity), 'info');
    return { rule, severity, findings: own };
  });
  return groups.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

export function RuleGroup({ group: { rule, severity, findings } }: { group: Group }) {
  const workspace = useWorkspace();
  const { summary, impact, fix, spec, aliases = [] } = ruleTextOf(rule);
  return (
    <section class={`rule-group has-${severity}`} aria-label={rule}>
      <h2>
        <SeveritySign severity={severity} /> {summary}{' '}
        <span class="tag" title={TEXTS.findings.found(findings.length)}>
          {formatNumber(findings.length)}
        </span>
      </h2>
      <p>{impact}</p>
      <p>
        <strong>{TEXTS.findings.whatToDo}</strong> {fix}
      </p>
      <p class="dim rule-links">
        <code>{[rule, ...aliases].join(' · ')}</code>
        <a
          class="link"
          href={spec}
          target="_blank"
          rel="noreferrer"
          aria-label={TEXTS.findings.specificationOf(rule)}
        >
          {TEXTS.findings.specification}
        </a>
        <button
          type="button"
          class="link"
          aria-label={TEXTS.findings.switchOffRule(rule)}
          onClick={() => switchRule(workspace.current.value, workspace.settings, [rule, true])}
        >
          {TEXTS.findings.switchOff}
        </button>
      </p>
      <FindingList findings={findings} isOfOneRule />
    </section>
  );
}
