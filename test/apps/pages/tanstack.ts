// TanStack AI's chat client over each of its connections; the mode names the connection, with `-durable` for one whose
// chat is kept in the session's storage.
import { uiMessagesToWire } from '@tanstack/ai/client';
import {
  ChatClient,
  fetchHttpStream,
  fetchServerSentEvents,
  sessionStoragePersistence,
  webSocket,
  xhrHttpStream,
  xhrServerSentEvents,
} from '@tanstack/ai-client';
import { color, mail } from '../tanstack-tools';
import { API, MODE, show, textOf } from './app';

const [kind = 'sse', option = ''] = MODE.split('-');
const CONNECTIONS: Readonly<
  Record<string, () => ReturnType<typeof fetchServerSentEvents | typeof webSocket>>
> = {
  sse: () => fetchServerSentEvents(API),
  ndjson: () => fetchHttpStream(API),
  xhr: () => xhrServerSentEvents(API),
  lines: () => xhrHttpStream(API),
  socket: () => webSocket(`${API.replace(/^/, location.origin.replace('http', 'ws'))}`),
};

const tools = [color.client(() => Promise.resolve('done')), mail.client()];

function createClient(): ChatClient {
  const connection = CONNECTIONS[kind]?.() ?? fetchServerSentEvents(API);
  const base = { connection, tools, onError: () => undefined };
  // The options' type follows from the tools; here they are the same for every mode.
  const options =
    option === 'durable'
      ? { ...base, threadId: 'thread', persistence: sessionStoragePersistence() }
      : { ...base, threadId: 'thread' };
  return new ChatClient(options as unknown as ConstructorParameters<typeof ChatClient>[0]);
}

const client = createClient();
client.attach();
let error = '';

async function attempt(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (reason) {
    error = textOf(reason);
  }
}

show({
  act: {
    say: (text = '') => attempt(() => client.sendMessage(text)),
    stop: () => client.stop(),
    clear: () => client.clear(),
    reload: () => attempt(() => client.reload()),
    approve: () => attempt(() => client.resolveInterrupts(true)),
    edit: (text = '') =>
      client.setMessagesManually(
        client
          .getMessages()
          .map((each) =>
            each.role === 'user' ? { ...each, parts: [{ type: 'text', content: text }] } : each,
          ),
      ),
  },
  messages: () => uiMessagesToWire(client.getMessages()),
  state: () => undefined,
  error: () => error || (client.getError()?.message ?? ''),
});
