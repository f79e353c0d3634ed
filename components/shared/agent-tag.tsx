// Color and name of each agent, if a page has several.

import { cut } from '@/lib/core/json/preview';
import { hasTerm, toggleTerm, valueTerm } from '@/lib/core/query/edit';
import { type Agent, hueOf, isDashed } from '@/lib/panel/agents';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { asTitle, ROW_TEXT_MAX } from './text-limits';

export function agentColor(agent: Agent): string {
  return `oklch(var(--agent-light) var(--agent-chroma) ${hueOf(agent)})`;
}

const LISTED = 100;

/** Nothing for a single agent. */
export function AgentTag({ agent }: { agent: Agent | undefined }) {
  if (agent === undefined) return null;
  return (
    <span
      class={`agent-tag ${isDashed(agent) ? 'dashed' : ''}`}
      style={{ '--agent': agentColor(agent) }}
      title={asTitle(agent.name)}
    >
      <b>{agent.index + 1}</b> {cut(agent.name, ROW_TEXT_MAX)}
    </span>
  );
}

export function AgentLegend() {
  const { agents, reading, filter } = useSession();
  reading.revision.value;
  const all = agents.all();
  if (all.length === 0) return null;
  return (
    <ul class="agent-legend" aria-label={TEXTS.agents}>
      {all.slice(0, LISTED).map((agent) => (
        <li key={agent.index}>
          <button
            type="button"
            aria-pressed={hasTerm(filter.text.value, valueTerm('agent', agent.name))}
            title={TEXTS.onlyAgent(agent.name)}
            onClick={() =>
              (filter.text.value = toggleTerm(filter.text.value, valueTerm('agent', agent.name)))
            }
          >
            <AgentTag agent={agent} />
          </button>
        </li>
      ))}
      {all.length > LISTED && <li class="dim">{TEXTS.more(all.length - LISTED)}</li>}
    </ul>
  );
}
