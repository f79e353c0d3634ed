// Who reads a stream: the client behind it, found from what its request looks like. What the app has, and what it
// suffers from a violation, depends on nothing else as much. Types only; consumers/ holds one file each.
import type { Profile } from '@/lib/core/consumers/profile';
import type { Stream } from '@/lib/core/log/types';

/** One kind of reader. */
export interface Consumer {
  readonly id: string;
  /** Its name, as used in sentences. */
  readonly name: string;
  /**
   * What shows that it reads a stream, as a clause without a subject; undefined if nothing does. It may only look at
   * what is known before the first event: the transport, the request, the head of the response.
   */
  evidence(stream: Stream): string | undefined;
  /** How it reads a stream; undefined if nobody knows. */
  profileFor(stream: Stream): Profile | undefined;
}

/** Who reads one stream, and how that is known. */
export interface Reader {
  readonly consumer: Consumer;
  /** How it reads; undefined if nobody knows: nothing is predicted then. */
  readonly profile: Profile | undefined;
  /** One sentence. */
  readonly evidence: string;
}
