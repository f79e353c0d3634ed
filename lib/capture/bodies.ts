// Bodies on the wire, and the branches that a page makes of them with `tee` and `clone`. Each byte is recorded once,
// when the first branch that reaches it is read; a body ends once.
import { bytesOf, createNotes, errorFacts, lengthOf, membersOf, subarray } from './natives';
import type { Emit, PageWindow } from './tap';

/** One body on the wire. */
export interface Body {
  readonly stream: number;
  /** Number of bytes recorded. */
  seen: number;
  /** Number of branches that the page has not cancelled. */
  branches: number;
  /** True once the page's signal fired: any error that follows is the page's own abort. */
  aborted: boolean;
  /** True once the page has begun to read it where that can be followed. */
  isTaken?: true;
}

/** One of the streams from which a body can be read. */
export interface Branch {
  readonly body: Body;
  /** How far this branch has been read. */
  at: number;
  cancelled: boolean;
}

/** All bodies followed in a document. */
export interface Bodies {
  readonly add: (stream: ReadableStream, body: Body, at: number) => void;
  /** Splits a branch in two, after `tee` or `clone`. */
  readonly fork: (branch: Branch, one: ReadableStream, two: ReadableStream) => void;
  /** The branch itself; undefined once no more of its body is wanted. */
  readonly wanted: (branch: Branch | undefined) => Branch | undefined;
  /** False until the first body: nothing needs to be observed before. */
  readonly isUsed: () => boolean;
  readonly branchOf: (stream: unknown) => Branch | undefined;
  /** The branch of a stream, if the stream is unlocked. */
  readonly freeBranchOf: (stream: unknown) => Branch | undefined;
  readonly see: (branch: Branch, value: unknown) => void;
  readonly complete: (branch: Branch) => void;
  readonly failed: (branch: Branch, error: unknown) => void;
  readonly cancelled: (branch: Branch | undefined, reason: unknown) => void;
  /** Looks at the result of a read. */
  readonly seeResult: (branch: Branch, result: unknown) => void;
  /** Gives up a body that is read where it cannot be followed. */
  readonly unseen: (body: Body, why: string) => void;
}

/** True for the name of an error caused by the page's abort. */
export const isAbort = (name: string): boolean => name === 'AbortError' || name === 'TimeoutError';

/** Creates the bodies of a document: none yet. */
export function createBodies(page: PageWindow, emit: Emit): Bodies {
  const streams = createNotes<Branch>();
  const { locked } = membersOf(page.ReadableStream);

  const add: Bodies['add'] = (stream, body, at) => streams.set(stream, { body, at, cancelled: false });
  const wanted: Bodies['wanted'] = (branch) =>
    branch && emit.wants(branch.body.stream) ? branch : undefined;
  const branchOf: Bodies['branchOf'] = (stream) => {
    const branch = wanted(streams.get(stream));
    if (branch) branch.body.isTaken = true;
    return branch;
  };
  const see: Bodies['see'] = (branch, value) => {
    const bytes = bytesOf(value);
    if (!bytes) return;
    const { body } = branch;
    const skip = body.seen - branch.at;
    branch.at += lengthOf(bytes);
    if (branch.at <= body.seen) return;
    body.seen = branch.at;
    emit.body(body.stream, skip > 0 ? subarray(bytes, skip) : bytes);
  };
  const complete: Bodies['complete'] = ({ body }) => emit.close(body.stream, 'complete');
  const failed: Bodies['failed'] = ({ body }, error) => {
    const { name, text } = errorFacts(error);
    emit.close(body.stream, body.aborted || isAbort(name) ? 'aborted' : 'network-error', text);
  };
  return {
    isUsed: streams.isUsed,
    add,
    see,
    wanted,
    complete,
    failed,
    branchOf,
    fork({ body, at }, one, two) {
      body.branches++;
      add(one, body, at);
      add(two, body, at);
    },
    freeBranchOf(stream) {
      const branch = branchOf(stream);
      return branch && !locked(stream as ReadableStream) ? branch : undefined;
    },
    cancelled(branch, reason) {
      if (!branch || branch.cancelled) return;
      branch.cancelled = true;
      if (--branch.body.branches > 0) return;
      emit.close(branch.body.stream, 'aborted', reason === undefined ? undefined : errorFacts(reason).text);
    },
    seeResult(branch, result) {
      const { done, value } = (result ?? {}) as ReadableStreamReadResult<unknown>;
      see(branch, value);
      if (done) complete(branch);
    },
    unseen({ stream }, why) {
      emit.gap('unseen', { stream, detail: why });
      emit.close(stream, 'complete', why);
    },
  };
}
