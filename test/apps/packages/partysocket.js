// partysocket: a socket that opens itself again.
import { WebSocket as Party } from 'partysocket';
import { API, show } from '../pages/app';

/** @type {Map<string, string>} */
const texts = new Map();
/** @type {(() => void) | undefined} */
let ended;

function start() {
  const socket = new Party(`${location.origin.replace('http', 'ws')}${API}`, undefined, {
    minReconnectionDelay: 10,
    maxReconnectionDelay: 20,
  });
  let seen = 0;
  socket.addEventListener('open', () =>
    socket.send(
      JSON.stringify({
        threadId: 'thread',
        runId: 'run-1',
        messages: [],
        ...(seen > 0 && { last: String(seen) }),
      }),
    ),
  );
  socket.addEventListener('message', ({ data }) => {
    seen++;
    const { type, messageId, delta } = JSON.parse(data);
    if (type === 'TEXT_MESSAGE_CONTENT') texts.set(messageId, (texts.get(messageId) ?? '') + delta);
    if (type === 'RUN_FINISHED') ended?.();
  });
}

show({
  act: {
    start: () =>
      new Promise((resolve) => {
        ended = () => resolve(undefined);
        start();
      }),
  },
  messages: () => [...texts].map(([id, content]) => ({ id, role: 'assistant', content })),
  state: () => undefined,
  error: () => '',
});
