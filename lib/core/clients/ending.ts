// End of a run for the app that called the stock client: result of its promise, and events that the client added.
import { SSE_OVERFLOW } from '@/lib/core/agui/client-limits';
import type { Stop } from '@/lib/core/clients/client-node';
import { type Clients, clientOf } from '@/lib/core/clients/clients';
import { hasNoBody, isHttpError, NO_BODY } from '@/lib/core/clients/unread-bodies';
import type { Violation } from '@/lib/core/clients/verdict';
import type { Profile } from '@/lib/core/consumers/profile';
import type { Stream } from '@/lib/core/log/types';

export interface Ending {
  readonly promise: 'resolves' | 'rejects';
  readonly text?: string;
  readonly stop?: Stop;
  /** True if the app got a RUN_ERROR with the code "abort" that was never on the wire. */
  readonly isAbort?: true;
}

function httpText({ status, head = '', headers }: Stream): string {
  if (!headers?.['content-type']?.includes('application/json')) return `HTTP ${status}: ${head}`;
  try {
    const payload: unknown = JSON.parse(head);
    return `HTTP ${status}: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}`;
  } catch {
    return `HTTP ${status}: ${head}`;
  }
}

const ERRORED =
  "Cannot send event type 'RUN_ERROR': The run has already errored with 'RUN_ERROR'. No further events can be sent.";

function abortOf(clients: Clients, stream: Stream): Ending {
  // Nothing is read before the headers arrive, and the protobuf reader makes up no event.
  if (stream.status === undefined || stream.framing === 'proto') return { promise: 'resolves' };
  if (clientOf(clients, stream).isErrored) return { promise: 'rejects', text: ERRORED };
  return { promise: 'resolves', isAbort: true };
}

/** Of client 1.1. */
const TRUNCATED = 'The stream ended without a terminal event while a run was open.';

function isRunOpen(clients: Clients, stream: Stream): boolean {
  const { isStarted, isFinished, isErrored } = clientOf(clients, stream);
  return isStarted && !isFinished && !isErrored;
}

export const isHidden = ({ isSchemaError }: Violation, { hidesSchemaErrors }: Profile): boolean =>
  isSchemaError === true && hidesSchemaErrors === true;

/** End of a stream's run; undefined while the stream is open, and for unknown clients. */
export function endingOf(clients: Clients, stream: Stream): Ending | undefined {
  const { close, overflowFrom } = stream;
  const profile = clients.profileOf(stream);
  if (profile.effectOnOtherClients !== undefined) return undefined;
  const { stop } = clientOf(clients, stream);
  if (stop !== undefined)
    return isHidden(stop, profile)
      ? { promise: 'resolves', stop }
      : { promise: 'rejects', text: stop.text, stop };
  if (close === undefined) return undefined;
  if (overflowFrom !== undefined && profile.isLenient) {
    return { promise: 'rejects', text: SSE_OVERFLOW };
  }
  if (isHttpError(stream)) return { promise: 'rejects', text: httpText(stream) };
  switch (close.how) {
    case 'complete':
      if (hasNoBody(stream)) return { promise: 'rejects', text: NO_BODY };
      return profile.verifiesIdentity === true && isRunOpen(clients, stream)
        ? { promise: 'rejects', text: TRUNCATED }
        : { promise: 'resolves' };
    case 'network-error':
      return { promise: 'rejects', text: close.detail ?? 'The connection failed' };
    case 'aborted':
    case 'page-gone':
      return abortOf(clients, stream);
  }
}
