// Follows responses whose body the page reads whole, clones, or accesses.
import type { BodyBranch, FollowedBodies, FollowedBody } from './bodies';
import { ignore, membersOf, NativeUint8Array, readBlob, some } from './natives';
import { encode as encodeJson } from './payload';
import type { Emit, PageWindow, Patcher } from './tap';

export interface Follower {
  /** True for a response whose body is already followed, such as a clone. */
  readonly follows: (response: Response) => boolean;
  /** Follows a response's body from now on; undefined if it has none. */
  readonly track: (response: Response, stream: number) => FollowedBody | undefined;
}

// Delay after which a page has begun to read a body. Error bodies are often left unread: their streams are closed
// anyway.
const UNREAD_MS = 1000;

interface FollowParts {
  readonly bodies: FollowedBodies;
  /** Called with each response whose body the page accesses; returns whether it is followed. */
  readonly classify: (response: Response) => boolean;
  /** Marks a response as followed without classifying it: a clone. */
  readonly adopt: (response: Response) => void;
}

export function followResponses(
  page: PageWindow,
  emit: Emit,
  { safely, observe, observePromise, observeGetter }: Patcher,
  { bodies, classify, adopt }: FollowParts,
): Follower {
  const { see, complete, failed, hold } = bodies;
  const proto = page.Response.prototype;
  const { body: bodyOf, type: typeOf, bodyUsed, ok } = membersOf(page.Response);

  const isFresh = (value: unknown): value is Response => {
    try {
      return !bodyUsed(value as Response);
    } catch {
      // The page called a method on something that is not a Response; the native will throw.
      return false;
    }
  };
  /** The branch that a method is about to read whole; undefined if it will be rejected or is not followed. */
  const wholeBranch = (self: unknown): BodyBranch | undefined => {
    if (!isFresh(self)) return undefined;
    // A response created by the page may contain a followed stream. The stream of any other response is not accessed:
    // browsers create it only on demand.
    return classify(self) || typeOf(self) === 'default' ? bodies.freeBranchOf(bodyOf(self)) : undefined;
  };
  observeGetter(proto, 'body', (self) => {
    classify(self as Response);
  });
  observe(proto, 'clone', wholeBranch, (branch, copy, self) => {
    // Cloning gave the original response a new stream too.
    const clone = copy as Response;
    adopt(clone);
    bodies.fork(branch, bodyOf(self as Response) as ReadableStream, bodyOf(clone) as ReadableStream);
  });

  observe(proto, 'textStream', wholeBranch, (branch, made) => bodies.become(branch, made as ReadableStream));

  /** `seen` returns true if the value needs another step to become bytes; it then completes the branch itself. */
  const whole = (key: string, seen: (branch: BodyBranch, value: never) => unknown): void =>
    observePromise(
      proto,
      key,
      (self) => {
        const branch = wholeBranch(self);
        if (branch) hold(branch);
        return branch && { branch, at: branch.at };
      },
      ({ branch, at }, value) => {
        // If the platform reads its own bodies through a reader, that reader is already followed.
        if (branch.at !== at || seen(branch, value as never) !== true) complete(branch);
      },
      ({ branch }, error) => failed(branch, error),
    );
  whole('text', see);
  whole('json', ({ body }, value) => {
    if (body.seen === 0) emit.body(body.stream, encodeJson(value));
    body.seen = Number.POSITIVE_INFINITY;
  });
  whole('arrayBuffer', (branch, value) => see(branch, new NativeUint8Array(value)));
  whole('bytes', see);
  whole('blob', (branch, value) => {
    readBlob(value, (bytes) =>
      safely(() => {
        see(branch, bytes);
        complete(branch);
      }),
    );
    return true;
  });
  whole('formData', ignore);

  return {
    follows: (response) => bodies.branchOf(bodyOf(response)) !== undefined,
    track(response, stream) {
      const source = bodyOf(response);
      if (!source) {
        emit.close(stream, 'complete');
        return undefined;
      }
      const body = bodies.begin(response, source, stream);
      if (!ok(response))
        emit.after(UNREAD_MS, () =>
          safely(() => {
            if (!some(body.all, ({ isHeld, isOver }) => isHeld !== undefined || !!isOver))
              emit.close(stream, 'complete', 'not read by the page');
          }),
        );
      return body;
    },
  };
}
