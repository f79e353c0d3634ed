// Reading a run over transports that the stock client does not speak, in the way that applications do it.
import { type BaseEvent, EventType, type RunAgentInput } from '@ag-ui/client';
import type { Subscriber } from 'rxjs';
import type { Reader } from './agents';

const JSON_BODY = { 'content-type': 'application/json' };

function under(url: URL, path: string): URL {
  const result = new URL(url);
  result.pathname += `/${path}`;
  return result;
}

function emit(text: string, out: Subscriber<BaseEvent>): void {
  const event: BaseEvent = JSON.parse(text);
  out.next(event);
}

/** Fetch with one event per line. */
export function readNdjson(url: URL): Reader {
  return (input, out) => {
    const abort = new AbortController();
    const read = async () => {
      const request = {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify(input),
        signal: abort.signal,
      };
      const response = await fetch(under(url, 'ndjson'), request);
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
      const lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await lines.read();
        const parts = (rest + (value ?? '')).split('\n');
        rest = parts.pop() ?? '';
        for (const line of parts) if (line) emit(line, out);
        if (done) break;
      }
      if (rest) emit(rest, out);
      out.complete();
    };
    read().catch((error: unknown) => out.error(error));
    return () => abort.abort();
  };
}

/** An EventSource: the input goes before it in a POST, or into the query. */
export function readEventSource(url: URL, { named, query }: { named: boolean; query: boolean }): Reader {
  return (input, out) => {
    let source: EventSource | undefined;
    let stopped = false;
    const listen = (address: URL) => {
      if (stopped) return;
      source = new EventSource(address);
      const onMessage = ({ data }: MessageEvent<string>) => {
        emit(data, out);
        if (isLast(data, input.runId)) {
          source?.close();
          out.complete();
        }
      };
      if (named) for (const type of Object.values(EventType)) source.addEventListener(type, onMessage);
      else source.onmessage = onMessage;
      source.onerror = () => {
        source?.close();
        out.complete();
      };
    };
    const start = async () => {
      const address = under(url, 'events');
      if (named) address.searchParams.set('named', '1');
      if (query) {
        address.searchParams.set('input', JSON.stringify(input));
      } else {
        await fetch(under(url, 'runs'), { method: 'POST', headers: JSON_BODY, body: JSON.stringify(input) });
        address.searchParams.set('run', input.runId);
      }
      listen(address);
    };
    start().catch((error: unknown) => out.error(error));
    return () => {
      stopped = true;
      source?.close();
    };
  };
}

/** True for the event that ends the run that was asked for; one answer may hold other runs too. */
function isLast(data: string, runId: string): boolean {
  const { type, runId: finished }: BaseEvent = JSON.parse(data);
  return type === EventType.RUN_ERROR || (type === EventType.RUN_FINISHED && finished === runId);
}

/** One socket per page and address, used for one run after the other. */
export function readSocket(url: URL): Reader {
  let socket: WebSocket | undefined;
  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return socket;
    const address = under(url, 'socket');
    address.protocol = 'ws:';
    socket = new WebSocket(address);
    return socket;
  };
  return (input: RunAgentInput, out) => {
    const open = connect();
    const send = () => open.send(JSON.stringify(input));
    let isDone = false;
    const onMessage = ({ data }: MessageEvent<string>) => {
      emit(data, out);
      isDone ||= isLast(data, input.runId);
      if (isDone) out.complete();
    };
    const onClose = () => out.complete();
    open.addEventListener('message', onMessage);
    open.addEventListener('close', onClose);
    if (open.readyState === WebSocket.OPEN) send();
    else open.addEventListener('open', send, { once: true });
    return () => {
      open.removeEventListener('message', onMessage);
      open.removeEventListener('close', onClose);
      // A run that is stopped half way takes its socket with it; a finished one leaves it for the next.
      if (!isDone) open.close();
    };
  };
}

/** Server-sent events, read from a growing `responseText`. */
export function readXhr(url: URL): Reader {
  return (input, out) => {
    const request = new XMLHttpRequest();
    let at = 0;
    const take = () => {
      const text = request.responseText;
      for (let end = text.indexOf('\n\n', at); end >= 0; end = text.indexOf('\n\n', at)) {
        const data = text
          .slice(at, end)
          .split('\n')
          .filter((line) => line.startsWith('data:'));
        at = end + 2;
        if (data.length > 0) emit(data.map((line) => line.slice(5).trim()).join('\n'), out);
      }
    };
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/json');
    request.setRequestHeader('accept', 'text/event-stream');
    request.onprogress = take;
    request.onload = () => {
      take();
      if (request.status === 200) out.complete();
      else out.error(new Error(`HTTP ${request.status}`));
    };
    request.onerror = () => out.error(new TypeError('network error'));
    request.send(JSON.stringify(input));
    return () => request.abort();
  };
}
