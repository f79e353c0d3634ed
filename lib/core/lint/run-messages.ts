// Messages of a run for rules about texts of the agent.

import { stringOrEmpty } from '@/lib/core/json/json';
import { newestFirst } from '@/lib/core/json/list';
import type { LoggedEvent } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { runIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model } from '@/lib/core/model/types';

const BACK = 50;

/** The text of a message of the agent; empty for others. */
export function textOfEntry(entry: MessageEntry): string {
  const { role } = entry.message;
  return stringOrEmpty(
    role === 'assistant' || role === 'reasoning' ? asJson(entry.message)['content'] : undefined,
  );
}

/** The messages of a thread back to the start of the run, newest first. */
export function* messagesOfRun({ stream }: LoggedEvent, model: Model): Generator<MessageEntry> {
  const run = runIn(model, stream);
  if (run?.startSeq === undefined) return;
  for (const entry of newestFirst(threadIn(model, stream)?.messages, BACK)) {
    if (entry.firstSeq < run.startSeq) return;
    if (entry.via === 'stream') yield entry;
  }
}
