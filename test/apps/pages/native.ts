// An app that reads with what the browser has: an EventSource, or a socket that it opens again when it was closed.
import { API, MODE, show } from './app';

interface Event {
  readonly type?: string;
  readonly messageId?: string;
  readonly delta?: string;
}

const texts = new Map<string, string>();
let ended: (() => void) | undefined;

function take(text: string): boolean {
  // The scenario's server sends nothing else.
  const { type, messageId = '', delta = '' } = JSON.parse(text) as Event;
  if (type === 'TEXT_MESSAGE_CONTENT') texts.set(messageId, (texts.get(messageId) ?? '') + delta);
  return type === 'RUN_FINISHED';
}

function listen(): void {
  const source = new EventSource(API);
  source.onmessage = ({ data }) => {
    if (!take(data)) return;
    source.close();
    ended?.();
  };
}

function connect(last?: string): void {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${API}`);
  socket.onopen = () =>
    socket.send(
      JSON.stringify({
        threadId: 'thread',
        runId: 'run-1',
        messages: [],
        ...(last !== undefined && { last }),
      }),
    );
  let seen = Number(last ?? 0);
  socket.onmessage = ({ data }) => {
    seen++;
    if (take(data)) ended?.();
  };
  socket.onclose = ({ code }) => {
    if (code === 1012) connect(String(seen));
  };
}

show({
  act: {
    start: () =>
      new Promise<void>((resolve) => {
        ended = resolve;
        if (MODE === 'socket') connect();
        else listen();
      }),
  },
  messages: () => [...texts].map(([id, content]) => ({ id, role: 'assistant', content })),
  state: () => undefined,
  error: () => '',
});
