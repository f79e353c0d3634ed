// The agents of a log. An agent is an endpoint as one frame of the page uses it.

import { newestFirst } from '@/lib/core/json/list';
import { withoutQuery } from '@/lib/core/json/url';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { isClosed, runIn } from '@/lib/core/model/queries/lookup';
import { cannotCarry } from '@/lib/core/model/rejoin';
import type { Model, Run } from '@/lib/core/model/types';
import type { Names } from './names';

export interface Agent {
  /** Index from 0, in the order of first requests. */
  readonly index: number;
  /** Its path, with its frame if there are several. */
  readonly name: string;
}

export interface Agents {
  /** Agents found so far; empty for a single agent. */
  all(): readonly Agent[];
  /** The agent of a stream; undefined for a single agent. */
  of(stream: Stream): Agent | undefined;
  /** The frame of a stream, by its address; undefined for the page itself. */
  frameOf(stream: Stream): string | undefined;
}

/** Distinct hues, degrees. No red and no yellow, which mean errors and warnings. */
const HUES = [195, 330, 130, 265, 165, 300] as const;

/** The hue of an agent, degrees; the seventh agent has that of the first. */
export function hueOf({ index }: Pick<Agent, 'index'>): number {
  return HUES[index % HUES.length] ?? HUES[0];
}

/** True if the agent shares its hue with an earlier one, and needs a pattern. */
export function isDashed({ index }: Pick<Agent, 'index'>): boolean {
  return index >= HUES.length;
}

/** The names without their common folders. */
function apart(names: readonly string[]): readonly string[] {
  const [first = '', ...rest] = names;
  let common = first.lastIndexOf('/') + 1;
  for (const name of rest)
    while (common > 0 && !name.startsWith(first.slice(0, common)))
      common = first.lastIndexOf('/', common - 2) + 1;
  return names.map((name) => name.slice(common) || name);
}

/** Generated path segments: ids of threads and runs. */
const MADE_UP = /\/(?:[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}|[a-z]{1,8}[-_]?[0-9a-z]{20,}|\d+)(?=\/|$)/gi;
/** Operations of CopilotKit's runtime on an agent. */
const VERB = /\/(run|connect|stop)\/?$/;
/** The beginning of an envelope names the agent. */
const ENVELOPE = /"agentId"\s*:\s*"([^"\\]{1,100})"/;
const ENVELOPE_MAX = 500;

/** The endpoint of a stream without parts that differ between runs. */
function endpointOf({ url, envelope, requestBody = '' }: Stream): string {
  const path = withoutQuery(url).replaceAll(MADE_UP, '/*').replace(VERB, '');
  const named = envelope === undefined ? undefined : ENVELOPE.exec(requestBody.slice(0, ENVELOPE_MAX))?.[1];
  return named === undefined ? path : `${path}#${named}`;
}

/** Newest runs among which the run of a stream without a run of its own is searched. */
const RUNS_BACK = 16;

/** The run that a stream began, or that another stream began before the request was recorded. */
function carriedRun(model: Model, stream: Stream): Run | undefined {
  const own = runIn(model, stream);
  return own ?? [...newestFirst(model.runs, RUNS_BACK)].find(({ streams }) => streams.includes(stream));
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
 * Examines a stream until its run is known: all streams of a run belong to the endpoint that began it. Pages with one
 * agent each, visited one after the other, share it.
 */
export function createAgents(log: Pick<Log, 'boundaries'>, names: Names, newest: () => Model): Agents {
  const { boundaries } = log;
  const frames = new Map<string, string>();
  const found = new Map<string, Found>();
  const keys = new Map<Stream, string>();
  const byPage = new Map<number, Set<string>>();
  let waiting: AgentRequest[] = [];
  let [next, page] = [0, 0];
  let seen: Model | undefined;
  let hasSeveral = false;
  let agents: readonly Agent[] = [];
  let byKey = new Map<string, Agent>();

  const frameOf = ({ doc, frameId }: Stream): string | undefined =>
    frameId === 0 ? undefined : (frames.get(doc) ?? String(frameId));
  const keyOf = (stream: Stream): string => `${frameOf(stream) ?? ''}\n${endpointOf(stream)}`;
  const look = ({ stream, page: on }: AgentRequest, model: Model): boolean => {
    const run = carriedRun(model, stream);
    if (run === undefined && !isClosed(model, stream) && !cannotCarry(stream)) return false;
    if (run === undefined && stream.events === 0 && stream.input === undefined) return true;
    const first = run?.stream ?? stream;
    const key = keyOf(first);
    keys.set(stream, key);
    if (!found.has(key)) found.set(key, { frame: frameOf(first), endpoint: endpointOf(first) });
    const here = byPage.get(on) ?? new Set();
    byPage.set(on, here.add(key));
    if (here.size > 1) hasSeveral = true;
    return true;
  };
  const named = (): readonly Agent[] => {
    const all = [...found.values()];
    const hasFrames = new Set(all.map(({ frame }) => frame)).size > 1;
    const hasEndpoints = new Set(all.map(({ endpoint }) => endpoint)).size > 1;
    const whole = all.map(({ frame, endpoint }) => {
      const parts = [
        hasEndpoints || frame === undefined ? names.url(endpoint) : '',
        hasFrames && frame !== undefined ? names.url(frame) : '',
      ];
      return parts.filter((part) => part !== '').join(' · ');
    });
    return apart(whole).map((name, index) => ({ index, name }));
  };
  const advance = (): void => {
    for (; next < boundaries.length; next++) {
      const boundary = boundaries[next];
      if (boundary?.kind === 'open') waiting.push({ stream: boundary.stream, page });
      if (boundary?.kind !== 'navigation') continue;
      frames.set(boundary.doc, boundary.url);
      if (boundary.top) page++;
    }
    const model = newest();
    if (waiting.length === 0 || model === seen) return;
    seen = model;
    waiting = waiting.filter((asked) => !look(asked, model));
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
      return byKey.get(keys.get(stream) ?? keyOf(stream));
    },
    frameOf(stream) {
      advance();
      return frameOf(stream);
    },
  };
}
