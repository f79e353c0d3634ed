// One @ag-ui/client agent per transport. Only the reading differs; messages and state are always made by the
// stock client's own pipeline.
import { AbstractAgent, type BaseEvent, HttpAgent, type RunAgentInput } from '@ag-ui/client';
import { Observable, type Subscriber } from 'rxjs';
import type { DemoTransport } from '../transports';
import { readEventSource, readNdjson, readSocket, readXhr } from './readers';

/** Starts reading a run; what it returns stops it. */
export type Reader = (input: RunAgentInput, out: Subscriber<BaseEvent>) => () => void;

/** The stock agent, asking for protobuf. */
class ProtobufAgent extends HttpAgent {
  protected override requestInit(input: RunAgentInput): RequestInit {
    const init = super.requestInit(input);
    const headers = { 'content-type': 'application/json', accept: 'application/vnd.ag-ui.event+proto' };
    return { ...init, headers };
  }
}

/** An agent that gets its events from a reader. */
class ReaderAgent extends AbstractAgent {
  private stop: (() => void) | undefined;
  private readonly reader: Reader;

  constructor(threadId: string, reader: Reader) {
    super({ threadId });
    this.reader = reader;
  }

  override run(input: RunAgentInput): Observable<BaseEvent> {
    return new Observable<BaseEvent>((out) => {
      const stop = this.reader(input, out);
      this.stop = () => {
        stop();
        out.complete();
      };
      return stop;
    });
  }

  override abortRun(): void {
    this.stop?.();
  }
}

/** The agent for a transport; `url` is the agent's address on the demo server. */
export function agentFor(transport: DemoTransport, url: URL, threadId: string): AbstractAgent {
  switch (transport) {
    case 'sse':
      return new HttpAgent({ url: url.href, threadId });
    case 'protobuf':
      return new ProtobufAgent({ url: url.href, threadId });
    case 'ndjson':
      return new ReaderAgent(threadId, readNdjson(url));
    case 'eventsource':
      return new ReaderAgent(threadId, readEventSource(url, { named: false, query: false }));
    case 'eventsource-named':
      return new ReaderAgent(threadId, readEventSource(url, { named: true, query: false }));
    case 'eventsource-query':
      return new ReaderAgent(threadId, readEventSource(url, { named: false, query: true }));
    case 'websocket':
      return new ReaderAgent(threadId, readSocket(url));
    case 'xhr':
      return new ReaderAgent(threadId, readXhr(url));
  }
}
