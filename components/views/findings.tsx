// The Findings view: findings up to the cursor, by rule.

import { isFoundBy, SEVERITIES } from '@/lib/core/lint/order';
import { findRule } from '@/lib/core/lint/selection';
import type { Finding, Severity } from '@/lib/core/lint/types';
import { switchRule } from '@/lib/panel/disabled-rules';
import { useSession, useWorkspace } from '../app/context';
import { groupsOf, RuleGroup } from '../findings/rule-group';
import { TEXTS } from '../texts';

export function FindingsView() {
  const session = useSession();
  const { settings } = useWorkspace();
  const hidden = settings.values.value.hiddenSeverities;
  const { value: position } = session.cursor.position;
  const live = session.cursor.at.value === 'live';
  const here = session.findings.listed.value.filter((finding) => isFoundBy(finding, position));
  const isListed = ({ severity }: Finding) => !hidden.includes(severity);
  const findings = here.filter(isListed);
  const later = session.findings.listed.value.filter(isListed).length - findings.length;
  const toggle = (severity: Severity) => {
    const others = hidden.filter((each) => each !== severity);
    settings.change({ hiddenSeverities: others.length < hidden.length ? others : [...hidden, severity] });
  };
  return (
    <div class="pad">
      {here.length > 0 && (
        <fieldset class="severities">
          <legend class="spoken">{TEXTS.findings.severities}</legend>
          {SEVERITIES.map((severity) => (
            <label key={severity}>
              <input type="checkbox" checked={!hidden.includes(severity)} onChange={() => toggle(severity)} />{' '}
              {TEXTS.findings.ofSeverity[severity](here.filter((each) => each.severity === severity).length)}
            </label>
          ))}
        </fieldset>
      )}
      {here.length === 0 && <p class="nothing">{TEXTS.findings.noFindings}</p>}
      {here.length > 0 && here.every(({ severity }) => severity === 'info') && (
        <p class="nothing">{TEXTS.findings.onlyInfos}</p>
      )}
      {groupsOf(findings).map((group) => (
        <RuleGroup key={group.rule} group={group} />
      ))}
      {later > 0 && (
        <p class={`${here.length === 0 ? 'nothing' : 'dim'} later-note`}>{TEXTS.findings.later(later)}</p>
      )}
      {live && session.findings.leftOut.value > 0 && (
        <p class="dim">{TEXTS.findings.leftOut(session.findings.leftOut.value)}</p>
      )}
      <RulesOff />
    </div>
  );
}

function RulesOff() {
  const workspace = useWorkspace();
  const off = [...useSession().annotations.rulesOff.value].sort();
  if (off.length === 0) return null;
  return (
    <details class="rules-off">
      <summary>{TEXTS.findings.rulesOff(off.length)}</summary>
      <ul>
        {off.map((rule) => (
          <li key={rule}>
            <code>{rule}</code> {findRule(rule)?.summary}{' '}
            <button
              type="button"
              class="link"
              aria-label={TEXTS.findings.switchOnRule(rule)}
              onClick={() => switchRule(workspace.current.value, workspace.settings, [rule, false])}
            >
              {TEXTS.findings.switchOn}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
