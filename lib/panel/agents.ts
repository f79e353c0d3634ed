// The agents of a log. An agent is an endpoint as one frame of the page uses it.
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import type { Names } from './names';

/** One of several agents. */
export interface Agent {
  /** From 0, in the order in which they were first asked. */
  readonly index: number;
  /** Its path, and its frame where there are several. */
  readonly name: string;
}

export interface Agents {
  /** Agents found so far; empty for a single agent. */
  all(): readonly Agent[];
  /** The agent of a stream; undefined where there is only one. */
  of(stream: Stream): Agent | undefined;
  /** The frame that a stream came from, by its address; undefined for the page itself. */
  frameOf(stream: Stream): string | undefined;
}

/** Steps of the golden ratio never come back to a hue that was there. */
const HUE_STEP = 0.618034;
/** Hues from green over blue to pink, degrees: red and yellow mean that something is wrong. */
const [HUE_FROM, HUE_RANGE] = [120, 235];

/** The hue of an agent, degrees. */
export function hueOf({ index }: Pick<Agent, 'index'>): number {
  return Math.round(HUE_FROM + ((0.42 + index * HUE_STEP) % 1) * HUE_RANGE);
}

/** Generated path segments: ids of threads and runs. */
const MADE_UP = /\/(?:[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}|[a-z]{1,8}[-_]?[0-9a-z]{20,}|\d+)(?=\/|$)/gi;
/** Operations of CopilotKit's runtime on an agent. */
const VERB = /\/(run|connect|stop)\/?$/;
/** The beginning of an envelope names the agent. */
const ENVELOPE = /"agentId"\s*:\s*"([^"\\]{1,100})"/;
const ENVELOPE_MAX = 500;

/** The endpoint of a stream without what differs from run to run. */
function endpointOf({ url, envelope, requestBody = '' }: Stream): string {
  const path = url
    .replace(/[?#].*$/s, '')
    .replaceAll(MADE_UP, '/*')
    .replace(VERB, '');
  const named = envelope === undefined ? undefined : ENVELOPE.exec(requestBody.slice(0, ENVELOPE_MAX))?.[1];
  return named === undefined ? path : `${path}#${named}`;
}

interface AgentRequest {
  readonly stream: Stream;
  /** Number of earlier page loads. */
  readonly page: number;
}

interface Found {
  readonly frame: string | undefined;
  readonly endpoint: string;
}

/**
 * The agents of a growing log. A stream is examined until it is known to be of an agent or not. Pages with one agent each,
 * visited one after the other, share it.
 */
export function createAgents(log: Pick<Log, 'boundaries' | 'length'>, names: Names): Agents {
  const { boundaries } = log;
  const frames = new Map<string, string>();
  const found = new Map<string, Found>();
  const keys = new Map<Stream, string>();
  const byPage = new Map<number, Set<string>>();
  let waiting: AgentRequest[] = [];
  let [next, page] = [0, 0];
  let [length, marks] = [0, 0];
  let hasSeveral = false;
  let agents: readonly Agent[] = [];
  let byKey = new Map<string, Agent>();

  const frameOf = ({ doc, frameId }: Stream): string | undefined =>
    frameId === 0 ? undefined : (frames.get(doc) ?? String(frameId));
  const look = ({ stream, page: on }: AgentRequest): boolean => {
    if (stream.events === 0 && stream.input === undefined) return false;
    const [frame, endpoint] = [frameOf(stream), endpointOf(stream)];
    const key = `${frame ?? ''}\n${endpoint}`;
    keys.set(stream, key);
    if (!found.has(key)) found.set(key, { frame, endpoint });
    const here = byPage.get(on) ?? new Set();
    byPage.set(on, here.add(key));
    if (here.size > 1) hasSeveral = true;
    return true;
  };
  const named = (): readonly Agent[] => {
    const all = [...found.values()];
    const hasFrames = new Set(all.map(({ frame }) => frame)).size > 1;
    const hasEndpoints = new Set(all.map(({ endpoint }) => endpoint)).size > 1;
    return all.map(({ frame, endpoint }, index) => {
      const parts = [
        hasEndpoints || frame === undefined ? names.url(endpoint) : '',
        hasFrames && frame !== undefined ? names.url(frame) : '',
      ];
      return { index, name: parts.filter((part) => part !== '').join(' · ') };
    });
  };
  const advance = (): void => {
    for (; next < boundaries.length; next++) {
      const boundary = boundaries[next];
      if (boundary?.kind === 'open') waiting.push({ stream: boundary.stream, page });
      if (boundary?.kind !== 'navigation') continue;
      frames.set(boundary.doc, boundary.url);
      if (boundary.top) page++;
    }
    if (waiting.length === 0 || (length === log.length && marks === boundaries.length)) return;
    [length, marks] = [log.length, boundaries.length];
    waiting = waiting.filter((asked) => !look(asked) && asked.stream.close === undefined);
    if (!hasSeveral || agents.length === found.size) return;
    agents = named();
    byKey = new Map(
      [...found.keys()].flatMap((key, index) => {
        const agent = agents[index];
        return agent === undefined ? [] : [[key, agent] as const];
      }),
    );
  };
  return {
    all() {
      advance();
      return agents;
    },
    of(stream) {
      advance();
      return byKey.get(keys.get(stream) ?? '');
    },
    frameOf(stream) {
      advance();
      return frameOf(stream);
    },
  };
}
