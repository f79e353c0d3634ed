// The demo page: a chat with a scripted agent. ?agent= and ?transport= choose, ?say= sends a message at once,
// ?pace= slows the agent down (milliseconds between events), ?thread= names the thread.
import { render } from 'preact';
import { isTransport, TRANSPORTS } from '../transports';
import { agentFor } from './agents';
import { App } from './app';
import { createConversation } from './conversation';

/** Without a server, only what `fetch` can do. */
const offered = document.documentElement.dataset['transports']?.split(' ') ?? TRANSPORTS;
const query = new URLSearchParams(location.search);
const agentName = query.get('agent') ?? 'chat';
const asked = query.get('transport') ?? 'sse';
const transport = isTransport(asked) ? asked : 'sse';

/** Every load of the page in a tab is a thread of its own, numbered so that two visits are comparable. */
function nextThread(): string {
  const visits = Number(sessionStorage.getItem('visits') ?? 0) + 1;
  sessionStorage.setItem('visits', String(visits));
  return `thread-${visits}`;
}

const url = new URL(`/agents/${agentName}`, location.href);
const pace = query.get('pace');
if (pace !== null) url.searchParams.set('pace', pace);
const agent = agentFor(transport, url, query.get('thread') ?? nextThread());
const conversation = createConversation(agent);

/** API for tests and scripts. */
const demo = {
  agent,
  run: conversation.run,
  resume: conversation.resume,
  idle: conversation.idle,
  abort: conversation.abort,
  messages: () => structuredClone(agent.messages),
  state: () => structuredClone(agent.state),
  inputs: () => structuredClone(conversation.inputs),
  error: () => conversation.error.value,
};

/** The type of `window.demo`. */
export type Demo = typeof demo;

declare global {
  interface Window {
    demo: Demo;
  }
}

window.demo = demo;
render(
  <App conversation={conversation} agentName={agentName} transport={transport} transports={offered} />,
  document.body.firstElementChild ?? document.body,
);
const first = query.get('say');
if (first !== null) void conversation.run(first);
