// Color and name of each agent, if a page has several.

import { cut } from '@/lib/core/json/preview';
import { type Agent, hueOf } from '@/lib/panel/agents';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { asTitle, ROW_TEXT_MAX } from './text-limits';

/** Hues are brighter than those of events and endings. */
export function agentColor(agent: Agent): string {
  return `oklch(var(--agent-light) var(--agent-chroma) ${hueOf(agent)})`;
}

/** Agents in the legend. */
const LISTED = 24;

/** Nothing for a single agent. */
export function AgentTag({ agent }: { agent: Agent | undefined }) {
  if (agent === undefined) return null;
  return (
    <span class="agent-tag" style={{ '--agent': agentColor(agent) }} title={asTitle(agent.name)}>
      <b>{agent.index + 1}</b> {cut(agent.name, ROW_TEXT_MAX)}
    </span>
  );
}

export function AgentLegend() {
  const { agents, reading } = useSession();
  reading.revision.value;
  const all = agents.all();
  if (all.length === 0) return null;
  return (
    <ul class="agent-legend" aria-label={TEXTS.agents}>
      {all.slice(0, LISTED).map((agent) => (
        <li key={agent.index}>
          <AgentTag agent={agent} />
        </li>
      ))}
      {all.length > LISTED && <li class="dim">{TEXTS.more(all.length - LISTED)}</li>}
    </ul>
  );
}
