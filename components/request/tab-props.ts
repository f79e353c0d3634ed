// Properties of every tab of a request. Types only.
import type { Stream } from '@/lib/core/log/types';

export interface RequestPartProps {
  /** As of the cursor. */
  readonly stream: Stream;
  readonly now: Stream;
}
