// Components of the demo page.
import type { Message } from '@ag-ui/client';
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { agents } from '../agents';
import type { Conversation } from './conversation';
import './style.css';

interface AppProps {
  readonly conversation: Conversation;
  readonly agentName: string;
  readonly transport: string;
  /** Transports to choose from. */
  readonly transports: readonly string[];
}

export function App({ conversation, agentName, transport, transports }: AppProps) {
  const about = agents.find(({ name }) => name === agentName)?.about ?? 'no such agent';
  return (
    <>
      <header>
        <h1>AG-UI demo</h1>
        <Chooser label="Agent" parameter="agent" value={agentName} options={agents.map(({ name }) => name)} />
        <Chooser label="Transport" parameter="transport" value={transport} options={transports} />
        <small>{about}</small>
      </header>
      <main>
        <Chat conversation={conversation} />
        <aside>
          <h2>Shared state</h2>
          <pre id="state">{JSON.stringify(conversation.state.value, null, 2)}</pre>
        </aside>
      </main>
    </>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly parameter: string;
  readonly value: string;
  readonly options: readonly string[];
}

function Chooser({ label, parameter, value, options }: ChooserProps) {
  const choose = (chosen: string) => {
    const url = new URL(location.href);
    url.searchParams.set(parameter, chosen);
    location.assign(url);
  };
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

function Chat({ conversation }: { readonly conversation: Conversation }) {
  const { messages, error, isRunning, interrupts } = conversation;
  const end = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => end.current?.scrollIntoView({ block: 'end' }));
  return (
    <section>
      <ol aria-label="Messages" aria-live="polite">
        {messages.value.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        <li class="end" ref={end} />
      </ol>
      {error.value === undefined ? undefined : <p role="alert">{error.value}</p>}
      {interrupts.value.length === 0 ? undefined : (
        <p class="ask">
          {interrupts.value.map(({ message, reason }) => message ?? reason).join(' ')}
          <button type="button" onClick={() => conversation.resume(true)}>
            Approve
          </button>
          <button type="button" onClick={() => conversation.resume(false)}>
            Reject
          </button>
        </p>
      )}
      <Composer conversation={conversation} isRunning={isRunning.value} />
    </section>
  );
}

function Composer({
  conversation,
  isRunning,
}: {
  readonly conversation: Conversation;
  readonly isRunning: boolean;
}) {
  const text = useSignal('');
  const send = (event: Event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (words) void conversation.run(words);
    text.value = '';
  };
  return (
    <form onSubmit={send}>
      <input
        aria-label="Your message"
        placeholder="Ask something"
        autocomplete="off"
        value={text}
        onInput={(event) => void (text.value = event.currentTarget.value)}
      />
      {isRunning ? (
        <button type="button" onClick={conversation.abort}>
          Stop
        </button>
      ) : (
        <button type="submit">Send</button>
      )}
    </form>
  );
}

function Bubble({ message }: { readonly message: Message }) {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return (
    <li class={message.role}>
      <small>{message.role}</small>
      <Content content={message.content} />
      {calls.map((call) => (
        <code key={call.id}>
          {call.function.name}({call.function.arguments})
        </code>
      ))}
    </li>
  );
}

function Content({ content }: { readonly content: Message['content'] }) {
  if (content === undefined || content === '') return undefined;
  if (typeof content === 'string') return <p>{content}</p>;
  if (!Array.isArray(content)) return <code>{JSON.stringify(content)}</code>;
  return (
    <p>
      {content.map((part, index) => {
        if (part.type === 'text') return part.text;
        const { source } = part;
        if (part.type !== 'image' || source.type !== 'data') return `[${part.type}]`;
        return <img key={index} alt="" src={`data:${source.mimeType};base64,${source.value}`} />;
      })}
    </p>
  );
}
