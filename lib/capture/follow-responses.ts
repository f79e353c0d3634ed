// Follows responses whose body the page takes whole, clones, or reaches for.
import type { Bodies, Body, Branch } from './bodies';
import { membersOf, NativeUint8Array, readBlob, stringify, whenSettled } from './natives';
import type { Patcher } from './patch';
import type { Emit, PageWindow } from './tap';

/** Answers what the fetch tap asks about the body of a response. */
export interface Follower {
  /** True for a response, a clone for one, whose body is followed already. */
  readonly follows: (response: Response) => boolean;
  /** Follows a response's body from now on; undefined where there is none. */
  readonly track: (response: Response, stream: number) => Body | undefined;
}

const ignore = (): void => undefined;

/** What following needs beside the page. */
export interface FollowParts {
  readonly bodies: Bodies;
  /** Told each response whose body the page reaches for; answers whether it is followed. */
  readonly classify: (response: Response) => boolean;
  /** Says that a response is followed, without a look at it: a clone. */
  readonly adopt: (response: Response) => void;
}

/** Installs the following of responses. */
export function followResponses(
  page: PageWindow,
  emit: Emit,
  { safely, observe, observeGetter }: Patcher,
  { bodies, classify, adopt }: FollowParts,
): Follower {
  const { see, complete, failed } = bodies;
  const proto = page.Response.prototype;
  const { body: bodyOf, type: typeOf, bodyUsed } = membersOf(page.Response);
  const { encode } = membersOf(TextEncoder);
  const encoder = new TextEncoder();

  const isFresh = (value: unknown): value is Response => {
    try {
      return !bodyUsed(value as Response);
    } catch {
      // The page called a method on something that is no response: the native tells it so.
      return false;
    }
  };
  /** The branch that a method is about to take whole; undefined where it will refuse, or is none of ours. */
  const wholeBranch = (self: unknown): Branch | undefined => {
    if (!isFresh(self)) return undefined;
    // A response that the page made itself may hold a stream that is followed. The stream of any other is not
    // touched: browsers make it only once somebody asks.
    return classify(self) || typeOf(self) === 'default' ? bodies.freeBranchOf(bodyOf(self)) : undefined;
  };
  observeGetter(proto, 'body', (self) => {
    classify(self as Response);
  });
  observe(proto, 'clone', wholeBranch, (branch, copy, self) => {
    // Cloning gave the response a new stream too.
    const clone = copy as Response;
    adopt(clone);
    bodies.fork(branch, bodyOf(self as Response) as ReadableStream, bodyOf(clone) as ReadableStream);
  });

  /** `seen` answers true where the value takes another step to become bytes, and completes the branch itself. */
  const whole = (key: string, seen: (branch: Branch, value: never) => unknown): void =>
    observe(
      proto,
      key,
      (self) => {
        const branch = wholeBranch(self);
        return branch && { branch, at: branch.at };
      },
      ({ branch, at }, promise) => {
        whenSettled(
          promise as Promise<never>,
          (value) =>
            safely(() => {
              // A platform that reads its own bodies through a reader of its own was followed there already.
              if (branch.at !== at || seen(branch, value) !== true) complete(branch);
            }),
          (error) => safely(() => failed(branch, error)),
        );
      },
    );
  whole('text', (branch, value: string) => {
    const { body } = branch;
    if (body.branches > 1 || body.seen > 0) return see(branch, encode(encoder, value));
    emit.text(body.stream, value);
    body.seen = branch.at = 1;
    return false;
  });
  whole('json', ({ body }, value) => {
    if (body.seen === 0) emit.text(body.stream, stringify(value), true);
    body.seen = Number.MAX_SAFE_INTEGER;
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
      const body: Body = { stream, seen: 0, branches: 1, aborted: false };
      bodies.add(source, body, 0);
      return body;
    },
  };
}
