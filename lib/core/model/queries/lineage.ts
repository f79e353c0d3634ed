// The runs of a thread as a tree. Linear in the number of runs, so it is built on demand.
import { isJsonObject } from '@/lib/core/json/json';
import { answersIn } from '@/lib/core/model/queries/interrupts';
import type { Model, Run, Thread } from '@/lib/core/model/types';

/**
 * Relation of a run to its parent: names it, answers its interrupts, repeats its id, branches off from its end (the
 * request omits later messages), joins or replays it, or follows it. A `branch` without a parent starts before the
 * end of the first run.
 */
type LineageLink = 'root' | 'parent' | 'resume' | 'again' | 'branch' | 'reconnect' | 'next';

export interface LineageNode {
  /** Index into `model.runs`. */
  readonly run: number;
  /** Index of the run it derives from; absent for the first. */
  readonly parent?: number;
  readonly link: LineageLink;
  readonly children: readonly LineageNode[];
}

/** Earlier runs, by the keys that later runs refer to. */
interface KnownRuns {
  readonly byId: Map<string, number>;
  readonly byLastMessage: Map<string, number>;
  readonly byInterrupt: Map<string, number>;
  last: number | undefined;
}

type Origin = Pick<LineageNode, 'link' | 'parent'>;

function from(link: LineageLink, parent: number | undefined): Origin {
  return parent === undefined ? { link: 'root' } : { link, parent };
}

/** The run whose interrupts a request answers; an answer without an id belongs to the previous run. */
function resumed({ input }: Run, { byInterrupt, last }: KnownRuns): number | undefined {
  const answers = answersIn(input);
  for (const { interruptId } of answers) {
    const run = interruptId === undefined ? last : byInterrupt.get(interruptId);
    if (run !== undefined) return run;
  }
  return undefined;
}

/** The run at which a request's history ends: the one with the latest last message. */
function branchPoint({ input }: Run, { byLastMessage }: KnownRuns): number | undefined {
  const messages = input?.['messages'];
  if (!Array.isArray(messages)) return undefined;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message: unknown = messages[at];
    const id = isJsonObject(message) ? message['id'] : undefined;
    const run = typeof id === 'string' ? byLastMessage.get(id) : undefined;
    if (run !== undefined) return run;
  }
  return undefined;
}

function branched(run: Run, known: KnownRuns): Origin | undefined {
  if (known.last === undefined || !run.requestNote?.isFull || run.requestNote.droppedIds.length === 0)
    return undefined;
  // A new document that repeats nothing of the old one has not branched off.
  if (run.requestNote.repeated === 0 && run.requestNote.changedIds.length === 0) return undefined;
  const parent = branchPoint(run, known);
  if (parent === known.last) return undefined;
  return parent === undefined ? { link: 'branch' } : { link: 'branch', parent };
}

function originOf(run: Run, known: KnownRuns): Origin {
  const { byId, last } = known;
  const same = byId.get(run.runId);
  const parent = run.parentRunId === run.runId ? undefined : byId.get(run.parentRunId ?? '');
  if (run.isReplay) return same === undefined ? from('next', last) : from('reconnect', same);
  const answered = resumed(run, known);
  if (answered !== undefined && (parent === undefined || parent === answered)) {
    return from('resume', answered);
  }
  if (parent !== undefined) return from('parent', parent);
  if (run.runId !== '' && same !== undefined) return from('again', same);
  return branched(run, known) ?? from('next', last);
}

function noteRun(run: Run, { byId, byLastMessage, byInterrupt }: KnownRuns): void {
  if (run.runId !== '') byId.set(run.runId, run.index);
  if (run.lastMessageId !== undefined) byLastMessage.set(run.lastMessageId, run.index);
  for (const { id } of run.interrupts) byInterrupt.set(id, run.index);
}

export function lineageOf(model: Model, thread: Thread): readonly LineageNode[] {
  const known: KnownRuns = {
    byId: new Map(),
    byLastMessage: new Map(),
    byInterrupt: new Map(),
    last: undefined,
  };
  const roots: LineageNode[] = [];
  const children = new Map<number, LineageNode[]>();
  for (const index of thread.runs) {
    const run = model.runs.at(index);
    if (run === undefined) continue;
    const origin = originOf(run, known);
    const own: LineageNode[] = [];
    children.set(index, own);
    const siblings = origin.parent === undefined ? roots : (children.get(origin.parent) ?? roots);
    siblings.push({ run: index, ...origin, children: own });
    // No run derives from an MCP call or a second copy of a run.
    if (run.kind !== 'conversation') continue;
    noteRun(run, known);
    known.last = index;
  }
  return roots;
}

export interface LineageRow {
  readonly node: LineageNode;
  /** Distance from the main line; a run that continues the row above keeps its depth. */
  readonly depth: number;
}

/** The trees as rows, depth first. The newest child keeps its parent's depth; its older siblings are indented. */
export function lineageRows(roots: readonly LineageNode[]): readonly LineageRow[] {
  const rows: LineageRow[] = [];
  const stack: LineageRow[] = [];
  const push = (nodes: readonly LineageNode[], depth: number) => {
    for (const [at, node] of [...nodes.entries()].reverse()) {
      stack.push({ node, depth: at === nodes.length - 1 ? depth : depth + 1 });
    }
  };
  push(roots, 0);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    push(row.node.children, row.depth);
  }
  return rows;
}
