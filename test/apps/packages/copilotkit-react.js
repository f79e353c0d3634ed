// CopilotKit's React components against its own runtime: a person types into its chat and presses its buttons.
import {
  CopilotChat,
  CopilotKitProvider,
  useAgent,
  useCopilotKit,
  useFrontendTool,
} from '@copilotkit/react-core/v2';
import { createElement as h, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { API, MODE, show, textOf } from '../pages/app';

// A thread that a reload comes back to, and no other scenario knows.
const threadId = sessionStorage.getItem('thread') ?? crypto.randomUUID();
sessionStorage.setItem('thread', threadId);

let error = '';
/** @type {import('@ag-ui/client').AbstractAgent | undefined} */
let agent;

function Page() {
  const known = useAgent({ agentId: 'default' });
  const { copilotkit } = useCopilotKit();
  useEffect(() => {
    agent = known.agent;
  });
  useEffect(() => {
    const { unsubscribe } = known.agent.subscribe({ onRunFinalized: () => void ended++ });
    return unsubscribe;
  }, [known.agent]);
  useEffect(() => {
    const { unsubscribe } = copilotkit.subscribe({
      onError: ({ error: reason }) => void (error = textOf(reason)),
    });
    return unsubscribe;
  }, [copilotkit]);
  useFrontendTool({
    name: 'color',
    description: 'Colours the page',
    parameters: z.object({ color: z.string() }),
    handler: () => Promise.resolve('done'),
  });
  return h(CopilotChat, { agentId: 'default', threadId });
}

const box = document.createElement('main');
document.body.append(box);
createRoot(box).render(
  h(CopilotKitProvider, { runtimeUrl: API, useSingleEndpoint: MODE === 'single' }, h(Page)),
);

/** @param {() => unknown} look */
const until = (look) =>
  new Promise((resolve) => {
    const again = () => {
      const found = look();
      if (found) resolve(found);
      else setTimeout(again, 10);
    };
    again();
  });

const field = () => /** @type {HTMLTextAreaElement | null} */ (document.querySelector('textarea'));
const button = () =>
  /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-testid="copilot-send-button"]'));

/** What a person's typing is to React. */
function type(words) {
  const own = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  own?.set?.call(field(), words);
  field()?.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The chat joins its thread first, in some pages twice, and that ends as a run does. */
async function joined() {
  for (let before = -1; ended === 0 || ended !== before || agent?.isRunning !== false; ) {
    before = ended;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

let said = 0;
/** Runs that have ended, well or not. */
let ended = 0;

show({
  act: {
    async say(words) {
      await until(field);
      await joined();
      said = agent?.messages.length ?? 0;
      const before = ended;
      type(words);
      await until(() => button() && !button()?.disabled);
      button()?.click();
      // It asks again by itself when a tool of the page was called.
      await until(() => (agent?.messages.length ?? 0) > said && ended > before && agent?.isRunning === false);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await until(() => agent?.isRunning === false);
    },
    async stop() {
      button()?.click();
      await until(() => agent?.isRunning === false);
    },
    connect: () => until(() => (agent?.messages.length ?? 0) > 0 && agent?.isRunning === false),
  },
  messages: () => agent?.messages ?? [],
  state: () => agent?.state,
  error: () => error,
});
