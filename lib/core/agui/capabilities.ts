// Capabilities that a server declares when a page asks: AG-UI's `GET …/capabilities` (one agent) and CopilotKit's
// `GET …/info` or `{"method":"info"}` (all agents of a runtime). No event carries them.
import { decodedSegment } from '@/lib/core/agui/stop-request';
import { nestsTooDeep } from '@/lib/core/json/depth';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/core/json/json';
import { withoutQuery } from '@/lib/core/json/url';

export interface DeclaredAgent {
  /** Absent for the only agent at its URL. */
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  /** By family, in the spelling of AG-UI's AgentCapabilities. Missing members are unknown, not unsupported. */
  readonly capabilities: JsonObject;
}

export interface Declaration {
  /** URL prefix of its agents, without query and final slash. */
  readonly base: string;
  readonly version?: string;
  readonly agents: readonly DeclaredAgent[];
}

/** Maximum length of a declaration, in UTF-16 units. */
export const DECLARATION_MAX = 1024 * 1024;
const AGENTS_MAX = 1000;

const PATH = /\/(?:info|capabilities)\/?$/;
const FAMILIES = [
  ...['identity', 'transport', 'tools', 'output', 'state', 'multiAgent'],
  ...['reasoning', 'multimodal', 'execution', 'humanInTheLoop', 'custom'],
];

export function asksForCapabilities(method: string, url: string, body = ''): boolean {
  if (method.toUpperCase() === 'GET') return PATH.test(withoutQuery(url));
  return body.length < 1000 && /^\s*\{\s*"method"\s*:\s*"info"/.test(body);
}

function textIn(value: JsonObject, key: string): { readonly [K in typeof key]?: string } {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? { [key]: text } : {};
}

function agentOf(id: string | undefined, value: unknown): DeclaredAgent {
  const agent = isJsonObject(value) ? value : {};
  const { capabilities } = agent;
  return {
    ...(id !== undefined && { id }),
    ...textIn(agent, 'name'),
    ...textIn(agent, 'description'),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
  };
}

function agentsIn(value: JsonObject): readonly DeclaredAgent[] | undefined {
  const { agents, capabilities } = value;
  if (isJsonObject(agents))
    return Object.entries(agents)
      .slice(0, AGENTS_MAX)
      .map(([id, agent]) => agentOf(id, agent));
  if (isJsonObject(capabilities)) return [agentOf(undefined, value)];
  if (!FAMILIES.some((family) => isJsonObject(value[family]))) return undefined;
  const identity = isJsonObject(value['identity']) ? value['identity'] : {};
  return [agentOf(undefined, { ...identity, capabilities: value })];
}

export function parseDeclaration(url: string, text: string): Declaration | undefined {
  const value = text.length > DECLARATION_MAX || nestsTooDeep(text) ? undefined : parseJson(text);
  const agents = isJsonObject(value) ? agentsIn(value) : undefined;
  if (!isJsonObject(value) || agents === undefined) return undefined;
  const base = withoutQuery(url).replace(PATH, '').replace(/\/$/, '');
  return { base, ...textIn(value, 'version'), agents };
}

/** Id of the requested agent: in CopilotKit's path, or in the envelope of its single endpoint. */
function agentIdOf(path: string, requestBody = ''): string | undefined {
  const inPath = /\/agent\/([^/]+)\/[^/]+(?:\/[^/]+)?$/.exec(path)?.[1];
  if (inPath !== undefined) return decodedSegment(inPath);
  return /"agentId"\s*:\s*"([^"\\]*)"/.exec(requestBody.slice(0, 1000))?.[1];
}

/** The declared agent of a run request; of several declarations, the nearest and newest. */
export function declaredAgent(
  declarations: readonly Declaration[],
  { url, requestBody }: { readonly url: string; readonly requestBody?: string },
): DeclaredAgent | undefined {
  const path = withoutQuery(url);
  let found: Declaration | undefined;
  for (const declaration of declarations) {
    const { base } = declaration;
    const isAbove = path === base || path.startsWith(`${base}/`);
    if (isAbove && base.length >= (found?.base.length ?? 0)) found = declaration;
  }
  if (found === undefined) return undefined;
  const id = agentIdOf(path, requestBody);
  return found.agents.find((agent) => agent.id === undefined || agent.id === id);
}

/** Value of a capability, such as `state.deltas`; undefined if it is not declared. */
export function capabilityAt(agent: DeclaredAgent, path: string): unknown {
  let value: unknown = agent.capabilities;
  for (const key of path.split('.')) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}
