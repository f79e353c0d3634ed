// A client's memory for each stream of a log. Ownership works as in the model: forks share, and a version changes
// only what it made itself.
import { type ClientDraft, type ClientNode, NEW_CLIENT } from '@/lib/core/clients/client-node';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import { OWN, type Profile, UNKNOWN } from '@/lib/core/consumers/profile';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/core/json/list';
import { draftOf, Owner } from '@/lib/core/json/owner';
import type { Stream } from '@/lib/core/log/types';

export interface Clients {
  nodes: ChunkedList<ClientNode>;
  owner: Owner;
  readonly profileOf: ProfileOf;
}

export type ProfileOf = (stream: Stream, seq?: number) => Profile;

/** The given readers, else those found by evidence: their requests determine the messages of a thread. */
export function toReaders(given: Profile | Readers): Readers {
  return typeof given === 'function' ? given : readerOf;
}

/** One profile for every stream, or the profile of each stream's own reader. */
export function toProfileOf(given: Profile | Readers): ProfileOf {
  if (typeof given !== 'function') return () => given;
  return (stream, seq) => {
    const { profile, consumer } = given(stream, seq);
    return profile ?? (consumer.id === 'unknown' ? UNKNOWN : OWN);
  };
}

export function emptyClients(profileOf: ProfileOf): Clients {
  return { nodes: emptyList(), owner: new Owner(), profileOf };
}

/** Forks: both sides share everything, and neither changes shared nodes. */
export function forkClients(clients: Clients): Clients {
  clients.owner = new Owner();
  return { nodes: clients.nodes, owner: new Owner(), profileOf: clients.profileOf };
}

export function clientOf(clients: Clients, stream: Pick<Stream, 'index'>): ClientNode {
  return clients.nodes.at(stream.index) ?? NEW_CLIENT;
}

export function editClient(clients: Clients, stream: Pick<Stream, 'index'>): ClientDraft {
  const { owner } = clients;
  while (clients.nodes.length <= stream.index) {
    clients.nodes = pushed(clients.nodes, owner.add({ ...NEW_CLIENT }), owner);
  }
  const node = clientOf(clients, stream);
  const draft = draftOf(owner, node);
  if (draft !== node) clients.nodes = replaced(clients.nodes, stream.index, draft, owner);
  return draft;
}

/** Resets a stream's memory: a page that sends its next request on an open socket starts with a new client. */
export function renewClient(clients: Clients, stream: Stream): void {
  const { record, readFrom } = editClient(clients, stream);
  const fresh = clients.owner.add({ ...NEW_CLIENT, record, readFrom });
  clients.nodes = replaced(clients.nodes, stream.index, fresh, clients.owner);
}

/** Continues a broken stream in another one: the client keeps its memory, unless it has stopped. */
export function continueClient(clients: Clients, from: Stream, to: Stream): void {
  const { record, readFrom, stop } = clientOf(clients, to);
  if (stop !== undefined) return;
  const { stop: _stop, held: _held, ...memory } = clientOf(clients, from);
  editClient(clients, to);
  const next = clients.owner.add({ ...memory, record, readFrom });
  clients.nodes = replaced(clients.nodes, to.index, next, clients.owner);
}
