// Bodies on the wire, and the branches that a page creates by `tee` and `clone`. Each byte is recorded once, when the
// first branch that reaches it is read; a body ends once. If a branch is locked without an observed cause, it was
// handed on: to a worker, to the platform, to functions of another frame.
import {
  bytesOf,
  create,
  createList,
  createNotes,
  errorFacts,
  forEach,
  ignore,
  keys,
  lengthOf,
  membersOf,
  push,
  some,
  subarray,
  toUtf8,
  whenSettled,
} from './natives';
import type { Emit, PageWindow, Safely } from './tap';

export interface FollowedBody {
  readonly stream: number;
  /** Number of bytes recorded. */
  seen: number;
  /** Number of branches that the page has not cancelled. */
  branches: number;
  /** True after the page's signal has fired: later errors are aborts of the page. */
  aborted: boolean;
  readonly all: BodyBranch[];
  /** True once a branch is lost and the others have had time to read. */
  isLost?: boolean;
}

/** One of the streams from which a body can be read. */
export interface BodyBranch {
  readonly body: FollowedBody;
  readonly source: WeakRef<ReadableStream>;
  /** Bytes read of this branch. */
  at: number;
  /** True once it was cancelled or split. */
  isOver?: boolean;
  /** True while it is read in an observed way, false afterwards. */
  isHeld?: boolean;
  /** True once it is read in a way that cannot be observed. */
  isLost?: boolean;
}

export interface FollowedBodies {
  readonly begin: (response: Response, source: ReadableStream, stream: number) => FollowedBody;
  /** Follows the stream that the platform creates of a branch, instead of the branch. */
  readonly become: (branch: BodyBranch, made: ReadableStream) => void;
  /** Splits a branch in two, after `tee` or `clone`. */
  readonly fork: (branch: BodyBranch, one: ReadableStream, two: ReadableStream) => void;
  /** The branch itself; undefined if no more of its body is wanted. */
  readonly wanted: (branch: BodyBranch | undefined) => BodyBranch | undefined;
  /** False until the first body: nothing is observed before. */
  readonly isUsed: () => boolean;
  readonly branchOf: (stream: unknown) => BodyBranch | undefined;
  /** The branch of a stream, if the stream is unlocked. */
  readonly freeBranchOf: (stream: unknown) => BodyBranch | undefined;
  readonly hold: (branch: BodyBranch) => void;
  /** The branch may be read by others from now on. */
  readonly release: (branch: BodyBranch) => void;
  readonly see: (branch: BodyBranch, value: unknown) => void;
  readonly complete: (branch: BodyBranch) => void;
  readonly failed: (branch: BodyBranch, error: unknown) => void;
  readonly cancelled: (branch: BodyBranch | undefined, reason: unknown) => void;
  readonly seeResult: (branch: BodyBranch, result: unknown) => void;
  /** Stops following a body that is read in a way that cannot be observed. */
  readonly unseen: (body: FollowedBody, why: string) => void;
}

// Transferred bodies are detected by polling: soon after a reader was released, then at increasing intervals.
const LOOK_SOON_MS = 16;
const LOOK_MAX_MS = 1000;
/** Number of checks in the same task: leaving a loop over a stream takes several microtasks. */
const LOOK_TURNS = 8;
const HANDED_ON =
  'handed on by the page (to a worker, a cache, another frame); what is read there is not captured';

const NativeWeakRef = WeakRef;
const { deref } = membersOf(NativeWeakRef);
const settled = Promise.resolve();

export const isAbort = (name: string): boolean => name === 'AbortError' || name === 'TimeoutError';

export function createBodies(page: PageWindow, emit: Emit, safely: Safely): FollowedBodies {
  const streams = createNotes<BodyBranch>();
  const { locked, getReader } = membersOf(page.ReadableStream);
  const { closed, releaseLock } = membersOf(page.ReadableStreamDefaultReader);
  const { bodyUsed } = membersOf(page.Response);
  const { Response: NativeResponse } = page;
  /** Bodies that have not ended, each with its check. */
  const running: Record<number, (isEnd: boolean) => void> = create(null);
  let turn = 0;
  let delay = 0;
  let isWaiting = false;

  const add = (stream: ReadableStream, body: FollowedBody, at: number): BodyBranch => {
    const branch = { body, at, source: new NativeWeakRef(stream) };
    push(body.all, branch);
    streams.set(stream, branch);
    return branch;
  };
  const hold: FollowedBodies['hold'] = (branch) => {
    branch.isHeld = true;
  };
  const split = (branch: BodyBranch): void => {
    branch.isOver = true;
  };
  const wanted: FollowedBodies['wanted'] = (branch) =>
    branch && emit.wants(branch.body.stream) ? branch : undefined;
  const branchOf: FollowedBodies['branchOf'] = (stream) => wanted(streams.get(stream));
  const see: FollowedBodies['see'] = (branch, value) => {
    const bytes = typeof value === 'string' ? toUtf8(value) : bytesOf(value);
    if (!bytes) return;
    const { body } = branch;
    const skip = body.seen - branch.at;
    branch.at += lengthOf(bytes);
    if (branch.at <= body.seen) return;
    body.seen = branch.at;
    emit.body(body.stream, skip > 0 ? subarray(bytes, skip) : bytes);
  };
  const complete: FollowedBodies['complete'] = ({ body }) => emit.close(body.stream, 'complete');
  const cancelled = (branch: BodyBranch | undefined, detail?: string): void => {
    if (!branch || branch.isOver) return;
    branch.isOver = true;
    if (--branch.body.branches > 0) return;
    emit.close(branch.body.stream, 'aborted', detail);
  };
  const unseen: FollowedBodies['unseen'] = ({ stream }, why) => {
    emit.gap('unseen', { stream, detail: why });
    emit.close(stream, 'complete', why);
  };
  /** True for a stream that has ended, if it was read. */
  const wasRead = (stream: ReadableStream): boolean => {
    try {
      return !new NativeResponse(stream);
    } catch {
      // The platform does not accept a stream that was read from.
      return true;
    }
  };
  const isRead = ({ all }: FollowedBody): boolean => some(all, ({ isHeld, isOver }) => !!isHeld && !isOver);
  const judge = (body: FollowedBody): void => {
    if (body.isLost && !isRead(body) && emit.isOpen(body.stream)) unseen(body, HANDED_ON);
  };
  const lose = (branch: BodyBranch): void => {
    const { body } = branch;
    branch.isLost = true;
    const decide = (): void => {
      body.isLost = true;
      judge(body);
    };
    // Another branch may still be read completely.
    if (body.all.length === 1) decide();
    else emit.after(LOOK_MAX_MS, () => safely(decide));
  };
  const lookAt = (branch: BodyBranch): void => {
    if (branch.isHeld || branch.isLost || branch.isOver) return;
    const stream = deref(branch.source) as ReadableStream | undefined;
    if (!stream) {
      cancelled(branch, 'dropped by the page');
      return;
    }
    if (locked(stream)) {
      lose(branch);
      return;
    }
    // A reader that is released at once reads nothing, and shows if the stream has ended.
    const reader = getReader(stream) as ReadableStreamDefaultReader;
    const end = closed(reader);
    releaseLock(reader);
    whenSettled(
      end,
      () =>
        safely(() => {
          if (branch.isHeld || branch.isLost) return;
          // After an observed reader, only the end was not read.
          if (branch.isHeld === undefined && wasRead(stream)) lose(branch);
          else emit.close(branch.body.stream, 'complete', 'end not read by the page');
        }),
      ignore,
    );
  };
  // The stream may be handed on in the next microtask of the page; short bodies are then read before any timer.
  const lookSoon = (branch: BodyBranch, turns: number): void => {
    const look = (): void => {
      lookAt(branch);
      if (turns && !branch.isHeld && !branch.isLost) lookSoon(branch, turns - 1);
    };
    whenSettled(settled, () => safely(look), ignore);
  };
  const lookAll = (isEnd: boolean): void => forEach(keys(running), (key) => running[+key]?.(isEnd));
  const plan = (ms: number): void => {
    const own = ++turn;
    delay = ms;
    emit.after(ms, () =>
      safely(() => {
        if (own !== turn) return;
        lookAll(false);
        if (keys(running).length) plan(ms * 2 < LOOK_MAX_MS ? ms * 2 : LOOK_MAX_MS);
        else delay = 0;
      }),
    );
  };
  return {
    isUsed: streams.isUsed,
    see,
    wanted,
    complete,
    branchOf,
    hold,
    unseen,
    begin(response, source, stream) {
      const body: FollowedBody = { stream, seen: 0, branches: 1, aborted: false, all: createList() };
      const first = add(source, body, 0);
      const owner = new NativeWeakRef(response);
      running[stream] = (isEnd) => {
        const known = deref(owner) as Response | undefined;
        if (!emit.isOpen(stream)) delete running[stream];
        else if (first.isHeld === undefined && !first.isLost && !first.isOver && known && bodyUsed(known))
          lose(first);
        else forEach(body.all, lookAt);
        if (isEnd) body.isLost ||= some(body.all, ({ isLost }) => !!isLost);
        judge(body);
      };
      if (!isWaiting)
        emit.onGone(() => {
          isWaiting = false;
          safely(() => lookAll(true));
        });
      isWaiting = true;
      if (!delay) plan(LOOK_MAX_MS);
      return body;
    },
    become(branch, made) {
      split(branch);
      add(made, branch.body, branch.at);
    },
    fork(branch, one, two) {
      const { body, at } = branch;
      split(branch);
      body.branches++;
      add(one, body, at);
      add(two, body, at);
    },
    freeBranchOf(stream) {
      const branch = branchOf(stream);
      return branch && !locked(stream as ReadableStream) ? branch : undefined;
    },
    release(branch) {
      const stream = deref(branch.source) as ReadableStream | undefined;
      if (!stream || locked(stream)) return;
      branch.isHeld = false;
      lookSoon(branch, LOOK_TURNS);
      if (delay > LOOK_SOON_MS) plan(1);
    },
    failed({ body }, error) {
      const { name, text } = errorFacts(error);
      emit.close(body.stream, body.aborted || isAbort(name) ? 'aborted' : 'network-error', text);
    },
    cancelled: (branch, reason) =>
      cancelled(branch, reason === undefined ? undefined : errorFacts(reason).text),
    seeResult(branch, result) {
      const { done, value } = (result ?? {}) as ReadableStreamReadResult<unknown>;
      see(branch, value);
      if (done) complete(branch);
    },
  };
}
