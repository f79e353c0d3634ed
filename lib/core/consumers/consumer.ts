// The client of a stream, found by the shape of its request: it determines the app's data and the effect of a
// violation. Types only; kinds/ has one file per client.
import type { Profile } from '@/lib/core/consumers/profile';
import type { Stream } from '@/lib/core/log/types';

export interface Consumer {
  readonly id: string;
  /** Its name, as used in sentences. */
  readonly name: string;
  /**
   * A clause without a subject; undefined without evidence. May only use facts known before the first event: the
   * transport, the request, the head of the response.
   */
  evidence(stream: Stream): string | undefined;
  profileFor(stream: Stream): Profile | undefined;
}

export interface Reader {
  readonly consumer: Consumer;
  /** Its profile; undefined if nothing can be predicted. */
  readonly profile: Profile | undefined;
  /** One sentence. */
  readonly evidence: string;
}
