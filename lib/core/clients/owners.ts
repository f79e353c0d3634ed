// Attribution: every entity belongs to the subagent named by its opener, or to the parent agent. Later events may
// omit the tag, but must not name another subagent.

import { callIdsOf } from '@/lib/core/agui/request';
import type { ClientDraft, Owned } from '@/lib/core/clients/client-node';
import type { Violation } from '@/lib/core/clients/verdict';
import { assigned, type IdMap, lookup } from '@/lib/core/json/id-map';
import { type Json, type JsonObject, objectsIn, stringIn } from '@/lib/core/json/json';

const PARENT: Owned = Object.freeze({ tag: undefined });

export function tagOf(event: JsonObject): string | undefined {
  return stringIn(event, 'subagentRunId');
}

export function ownedBy(tag: string | undefined): Owned {
  return tag === undefined ? PARENT : { tag };
}

/** The name of an owner in error texts. */
export function ownerName(owned: Owned): string {
  return owned.tag ?? '(the parent agent)';
}

export function tagError(
  event: JsonObject,
  owned: Owned | undefined,
  kind: string,
  id: string,
): Violation | undefined {
  const tag = tagOf(event);
  if (tag === undefined || owned === undefined || owned.tag === tag) return undefined;
  return {
    check: 'subagent-mismatch',
    text: `Cannot send '${String(event['type'])}': subagentRunId '${tag}' does not match the ${kind} '${id}' opener's subagent '${ownerName(owned)}'.`,
  };
}

function seeded(map: IdMap<Owned>, id: string, seed: OwnerSeed): IdMap<Owned> {
  if (!seed.isAuthoritative && lookup(map, id) !== undefined) return map;
  return assigned(map, id, seed.owned);
}

interface OwnerSeed {
  readonly owned: Owned;
  readonly isAuthoritative: boolean;
}

function seedMessage(node: ClientDraft, message: JsonObject, id: string, seed: OwnerSeed): void {
  const role = message['role'];
  if (role === 'reasoning') node.reasoningOwners = seeded(node.reasoningOwners, id, seed);
  else if (role === 'activity') node.activityOwners = seeded(node.activityOwners, id, seed);
  else node.messageOwners = seeded(node.messageOwners, id, seed);
  for (const callId of callIdsOf(message)) node.callOwners = seeded(node.callOwners, callId, seed);
}

/** Records the owners of replayed messages. A snapshot overwrites known owners; the echo of an input only adds new ones. */
export function seedOwners(
  node: ClientDraft,
  messages: Json | undefined,
  isAuthoritative: boolean,
): Violation | undefined {
  for (const message of objectsIn(messages)) {
    const { id, subagentRunId } = message;
    if (typeof id !== 'string') continue;
    if (subagentRunId === null) {
      return {
        check: 'malformed-event',
        text: `Cannot send a message (id '${id}') with 'subagentRunId: null'. The field is optional — omit it entirely.`,
      };
    }
    const owned = ownedBy(tagOf(message));
    seedMessage(node, message, id, { owned, isAuthoritative });
  }
  return undefined;
}
