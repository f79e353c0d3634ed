import { formatNumber } from '@/lib/core/json/format';
import { isJsonArray, type Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

/** Minimum number of snapshots, and of units. */
const SNAPSHOTS_MIN = 5;
const UNITS_MIN = 10_000;
/** Minimum share of the stream. */
const SHARE_MIN = 0.5;

function hasSameMessages(model: Model, { stream }: LoggedEvent, messages: readonly Json[]): boolean {
  const known = threadIn(model, stream)?.messages;
  if (known === undefined || known.length !== messages.length) return false;
  return messages.every((message, at) => {
    const entry = known.at(at);
    return entry !== undefined && isEqualJson(asJson(entry.message), message);
  });
}

export function isUnchanged(logged: LoggedEvent, model: Model): boolean {
  const { type, event, stream } = logged;
  if (event === undefined) return false;
  if (type === 'STATE_SNAPSHOT') {
    const state = threadIn(model, stream)?.state;
    return state !== undefined && isEqualJson(state, event['snapshot']);
  }
  if (type === 'MESSAGES_SNAPSHOT') {
    const messages = event['messages'];
    return isJsonArray(messages) && messages.length > 0 && hasSameMessages(model, logged, messages);
  }
  if (type !== 'ACTIVITY_SNAPSHOT') return false;
  const id = event['messageId'];
  const entry = typeof id === 'string' ? messageIn(model, stream, id) : undefined;
  return (
    entry?.message.role === 'activity' && isEqualJson(asJson(entry.message)['content'], event['content'])
  );
}

export const unchangedSnapshots: Rule = {
  id: 'unchanged-snapshots',
  severity: 'info',
  needsHistory: true,
  summary: 'Most of a stream is snapshots that change nothing.',
  spec: 'https://docs.ag-ui.com/concepts/state#best-practices',
  impact: 'The app downloads, parses, copies and renders the same data repeatedly.',
  fix: 'Send a snapshot once, then deltas, and nothing while nothing changes.',
  boundary(boundary, _model, { timing }) {
    if (boundary.kind !== 'close' || timing === undefined) return undefined;
    const { unchanged, unchangedUnits, units } = timing;
    const share = unchangedUnits / Math.max(1, units);
    if (unchanged < SNAPSHOTS_MIN || unchangedUnits < UNITS_MIN || share < SHARE_MIN) return undefined;
    const percent = Math.min(99, Math.floor(share * 100));
    const size = `${formatNumber(unchangedUnits)} of ${formatNumber(units)} characters`;
    return `${unchanged} snapshots changed nothing: ${percent} % of this stream (${size}).`;
  },
};
