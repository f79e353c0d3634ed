// Responds to an EventSource or a WebSocket by rule: plays recorded responses, or fails it.
import type { EventFormat } from '../core/agui/event-frame';
import type { ActionOf, PageRuleAction, ServedExchange } from '../messages/page-rules';
import { isRunRequest } from '../page/candidates';
import type { ConnectionTap } from './edited-connection';
import { createFrameSplitter, fieldIn, formatOfType } from './frame-splitter';
import { type DirectedRequest, readDirectedRequest } from './run-request';
import type { ServedBody } from './served-body';
import type { ServedConnection } from './served-connection';

type Playing = Pick<ActionOf<'serve'>, 'isPaused' | 'pace'>;

interface ConnectionResponseParts {
  readonly directed: DirectedRequest;
  readonly action: PageRuleAction;
  readonly choose: (asked: DirectedRequest) => ServedExchange | undefined;
  /** Gives an exchange the ids of a request. The result starts its body, and notes the ids before the first bytes. */
  readonly prepareBody: (
    exchange: ServedExchange,
    asked: DirectedRequest,
    playing: Playing,
  ) => (note: (text: string) => void) => ServedBody;
  readonly note: (to: ServedConnection, text: string) => void;
}

interface ConnectionResponse {
  readonly begin: (to: ServedConnection, tap: ConnectionTap) => void;
  /** The next run request on a socket gets the next response. */
  readonly send: (to: ServedConnection, text: string) => void;
  readonly close: () => void;
}

/** Plays a body to its end; rejects if the recording broke off. */
async function play(body: ServedBody, format: EventFormat, to: ServedConnection): Promise<void> {
  const { push, end } = createFrameSplitter(format);
  const decoder = new TextDecoder();
  const reader = body.stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    for (const { text, bytes } of done ? end() : push(value)) {
      if (text === undefined) continue;
      const fields = format === 'sse' ? decoder.decode(bytes) : '';
      to.message({ text, name: fieldIn(fields, 'event'), lastEventId: fieldIn(fields, 'id') });
    }
    if (done) return;
  }
}

export function createConnectionResponse(parts: ConnectionResponseParts): ConnectionResponse {
  const { directed, action } = parts;
  const bodies = new Set<ServedBody>();
  let isClosed = false;

  const playExchange = async (
    exchange: ServedExchange | undefined,
    asked: DirectedRequest,
    to: ServedConnection,
  ): Promise<void> => {
    const format = formatOfType(exchange?.headers['content-type'] ?? '');
    if (!exchange || !format || action.kind !== 'serve' || isClosed) return to.end('complete');
    const body = parts.prepareBody(exchange, asked, action)((text) => parts.note(to, text));
    bodies.add(body);
    try {
      await play(body, format, to);
    } catch {
      to.end('network-error');
    }
    bodies.delete(body);
  };
  return {
    begin(to, tap) {
      if (action.kind === 'no-answer') to.recordOpening();
      else if (action.kind !== 'serve') to.end('network-error');
      else {
        to.open();
        if (tap === 'event-source')
          void playExchange(parts.choose(directed), directed, to).then(() => to.end('complete'));
      }
    },
    send(to, text) {
      if (action.kind !== 'serve') return;
      if (!isRunRequest({ accept: undefined, body: text })) return;
      const asked = readDirectedRequest(directed.url, 'GET', text);
      void playExchange(parts.choose(asked), asked, to);
    },
    close() {
      isClosed = true;
      for (const body of bodies) body.fail(undefined);
    },
  };
}
