// Reports runs that use capabilities which their agent has declared unsupported. The page has requested the
// declaration.

import { capabilityAt, type DeclaredAgent, declaredAgent } from '@/lib/core/agui/capabilities';
import { quoted } from '@/lib/core/agui/quoted';
import { lastMessage } from '@/lib/core/agui/request-facts';
import { findTool } from '@/lib/core/agui/tool-schema';
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';
import { requestAt } from '@/lib/core/log/stream-facts';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { recentCallsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

/** A capability that an event needs, and a description of the event. */
type Need = readonly [path: string, what: string];

const REASONING: Need = ['reasoning.supported', 'sends reasoning'];

const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  REASONING_START: [REASONING],
  REASONING_MESSAGE_START: [REASONING],
  REASONING_MESSAGE_CHUNK: [REASONING],
  THINKING_START: [REASONING],
  THINKING_TEXT_MESSAGE_START: [REASONING],
  REASONING_ENCRYPTED_VALUE: [['reasoning.encrypted', 'sends encrypted reasoning']],
  STATE_SNAPSHOT: [['state.snapshots', 'sends state snapshots']],
  STATE_DELTA: [['state.deltas', 'sends state deltas']],
  TOOL_CALL_START: [['tools.supported', 'calls tools']],
  TOOL_CALL_CHUNK: [['tools.supported', 'calls tools']],
  SUBAGENT_STARTED: [['multiAgent.supported', 'starts subagents']],
};

const INTERRUPTS: readonly Need[] = [
  ['humanInTheLoop.supported', 'interrupts its run'],
  ['humanInTheLoop.interrupts', 'interrupts its run'],
];

const CALLS = ['TOOL_CALL_START', 'TOOL_CALL_CHUNK'];

interface Contradiction {
  /** The capability; reported once per stream. */
  readonly path: string;
  /** As declared; `path: false` by default. */
  readonly declared?: string;
  readonly what: string;
  readonly related?: readonly number[];
}

function report({ index }: Stream, contradiction: Contradiction): Diagnostic {
  const { path, declared = `${path}: false`, what, related = [] } = contradiction;
  return { message: `The agent declares ${declared}, but ${what}.`, related, key: `${index} ${path}` };
}

/** The first need that the agent has declared unsupported. */
function refused(agent: DeclaredAgent, needs: readonly Need[], stream: Stream): Diagnostic {
  const need = needs.find(([path]) => capabilityAt(agent, path) === false);
  return need && report(stream, { path: need[0], what: need[1] });
}

function namesAt(agent: DeclaredAgent, path: string): readonly Json[] | undefined {
  const items = capabilityAt(agent, path);
  if (!isJsonArray(items)) return undefined;
  return items.map((item) => (isJsonObject(item) ? (item['name'] ?? null) : item));
}

function callReport(
  agent: DeclaredAgent,
  name: string,
  { stream, type }: LoggedEvent,
  model: Model,
): Diagnostic {
  const { run } = streamView(model, stream);
  const isOffered = findTool(model.runs.at(run)?.input, name) !== undefined;
  if (isOffered && capabilityAt(agent, 'tools.clientProvided') === false)
    return report(stream, { path: 'tools.clientProvided', what: `calls ${quoted(name, 60)} of the request` });
  const own = namesAt(agent, 'tools.items');
  if (own !== undefined && own.length > 0 && !isOffered && !own.includes(name))
    return report(stream, {
      path: `tools.items ${name}`,
      declared: `${own.length} tools`,
      what: `calls another: ${quoted(name, 60)}`,
    });
  if (type !== 'TOOL_CALL_START' || capabilityAt(agent, 'tools.parallelCalls') !== false) return undefined;
  const open = recentCallsOfRun(model, run).find(({ status }) => status === 'streaming');
  if (open === undefined) return undefined;
  const what = `calls ${quoted(name, 60)} while ${quoted(open.name, 60)} is open`;
  return report(stream, { path: 'tools.parallelCalls', what, related: [open.startSeq] });
}

function subagentReport(agent: DeclaredAgent, { event, stream }: LoggedEvent): Diagnostic {
  const name = event?.['name'];
  const own = namesAt(agent, 'multiAgent.subagents');
  if (typeof name !== 'string' || own === undefined || own.length === 0 || own.includes(name))
    return undefined;
  return report(stream, {
    path: `multiAgent.subagents ${name}`,
    declared: `${own.length} subagents`,
    what: `starts another: ${quoted(name, 60)}`,
  });
}

function agentOf(model: Model, stream: Stream): DeclaredAgent | undefined {
  // Fast path: few sessions have declarations.
  return model.declarations.length === 0 ? undefined : declaredAgent(model.declarations, stream);
}

function inputKinds(input: JsonObject): ReadonlySet<Json> {
  const last = lastMessage(input);
  const parts = objectsIn(last?.['role'] === 'user' ? last['content'] : undefined);
  return new Set(parts.map(({ type = null }) => type));
}

function requestReport(agent: DeclaredAgent, input: JsonObject, stream: Stream): Diagnostic {
  const kinds = inputKinds(input);
  const kind = ['image', 'audio', 'video'].find(
    (each) => kinds.has(each) && capabilityAt(agent, `multimodal.input.${each}`) === false,
  );
  if (kind === undefined) return undefined;
  return report(stream, { path: `multimodal.input.${kind}`, what: `the request sends ${kind} content` });
}

export const capabilityDiffers: Rule = {
  id: 'capability-differs',
  severity: 'warning',
  summary: 'A run does what the capabilities of its agent exclude.',
  spec: 'https://docs.ag-ui.com/concepts/capabilities',
  impact: 'Clients that hide or disable features by the declaration do not expect it, and may not show it.',
  fix: 'Correct the declaration, or do not send what it excludes.',
  types: [...Object.keys(NEEDS), 'RUN_FINISHED'],
  before(logged, model) {
    const { event, stream, type } = logged;
    const agent = agentOf(model, stream);
    if (agent === undefined || event === undefined) return undefined;
    if (type === 'RUN_FINISHED') {
      const outcome = event['outcome'];
      const isInterrupt = isJsonObject(outcome) && outcome['type'] === 'interrupt';
      return isInterrupt ? refused(agent, INTERRUPTS, stream) : undefined;
    }
    const found = refused(agent, NEEDS[type] ?? [], stream);
    if (found !== undefined) return found;
    if (type === 'SUBAGENT_STARTED') return subagentReport(agent, logged);
    const name = event['toolCallName'];
    return CALLS.includes(type) && typeof name === 'string'
      ? callReport(agent, name, logged, model)
      : undefined;
  },
  boundary(boundary, model) {
    if (boundary.kind !== 'open' && boundary.kind !== 'request') return undefined;
    const { stream } = boundary;
    const input = requestAt(boundary);
    const agent = input && agentOf(model, stream);
    return agent && requestReport(agent, input, stream);
  },
};
