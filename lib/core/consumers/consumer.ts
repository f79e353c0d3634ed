// The client that reads a stream, found from the shape of its request: it decides about the app's data and the effect
// of a violation. Types only; consumers/ holds one file per client.
import type { Profile } from '@/lib/core/consumers/profile';
import type { Stream } from '@/lib/core/log/types';

export interface Consumer {
  readonly id: string;
  /** Its name, as used in sentences. */
  readonly name: string;
  /**
   * A clause without a subject, undefined if nothing shows that it reads a stream. It may only look at what is known
   * before the first event: the transport, the request, the head of the response.
   */
  evidence(stream: Stream): string | undefined;
  profileFor(stream: Stream): Profile | undefined;
}

export interface Reader {
  readonly consumer: Consumer;
  /** Its profile; undefined if unknown: nothing is predicted then. */
  readonly profile: Profile | undefined;
  /** One sentence. */
  readonly evidence: string;
}
