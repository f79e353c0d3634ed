// Compares the messages that the server sent with those that the app has.

import { isEqualJson } from '@/lib/core/json/json-draft';
import { asJson } from '@/lib/core/model/nodes';
import type { Thread } from '@/lib/core/model/types';

export interface MessageDifferences {
  /** Sent, but missing in the app. */
  readonly missing: ReadonlySet<string>;
  /** Still in the app, although the server removed them. */
  readonly extra: ReadonlySet<string>;
  /** In both, with different content. */
  readonly different: ReadonlySet<string>;
}

/** Messages shared by both threads are skipped by identity. */
export function messageDifferences(sent: Thread | undefined, app: Thread | undefined): MessageDifferences {
  const missing = new Set<string>();
  const different = new Set<string>();
  const inApp = new Map([...(app?.messages ?? [])].map(({ message }) => [message.id, message]));
  const extra = new Set(inApp.keys());
  for (const { message } of sent?.messages ?? []) {
    const theirs = inApp.get(message.id);
    extra.delete(message.id);
    if (theirs === undefined) missing.add(message.id);
    else if (!isEqualJson(asJson(message), asJson(theirs))) different.add(message.id);
  }
  return { missing, extra, different };
}
