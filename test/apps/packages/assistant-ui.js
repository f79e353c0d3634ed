// assistant-ui's AG-UI runtime with its own components: what a person sees is read from the document.
import { HttpAgent } from '@ag-ui/client';
import { AssistantRuntimeProvider, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
import { useAgUiRuntime } from '@assistant-ui/react-ag-ui';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { API, show, textOf } from '../pages/app';

const agent = new HttpAgent({ url: API });
let error = '';
/** @type {import('@assistant-ui/react-ag-ui').AgUiAssistantRuntime | undefined} */
let runtime;

/** @param {string} role */
const lineOf = (role) => () => h('p', { 'data-role': role }, h(MessagePrimitive.Content));
const components = { UserMessage: lineOf('user'), AssistantMessage: lineOf('assistant') };

function Page() {
  runtime = useAgUiRuntime({ agent, onError: (reason) => void (error = textOf(reason)) });
  return h(
    AssistantRuntimeProvider,
    { runtime },
    h(ThreadPrimitive.Root, null, h(ThreadPrimitive.Messages, { components })),
  );
}

const box = document.createElement('main');
document.body.append(box);
createRoot(box).render(h(Page));

/** Resolves once the runtime is idle again. */
const idle = () =>
  new Promise((resolve) => {
    const look = () => (runtime?.thread.getState().isRunning ? setTimeout(look, 10) : resolve(undefined));
    setTimeout(look, 50);
  });

/** @param {readonly import('@assistant-ui/react').ThreadMessage['content'][number][]} parts */
function messageOf(id, role, parts) {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = parts.filter((part) => part.type === 'tool-call');
  const made = {
    id,
    role,
    content: text,
    ...(calls.length > 0 && {
      toolCalls: calls.map((call) => ({
        id: call.toolCallId,
        type: 'function',
        function: { name: call.toolName, arguments: call.argsText },
      })),
    }),
  };
  const results = calls.flatMap((call) =>
    call.result === undefined
      ? []
      : [
          {
            role: 'tool',
            toolCallId: call.toolCallId,
            content: typeof call.result === 'string' ? call.result : JSON.stringify(call.result),
          },
        ],
  );
  const thoughts = parts.flatMap((part) =>
    part.type === 'reasoning' ? [{ role: 'reasoning', content: part.text }] : [],
  );
  return [...thoughts, made, ...results];
}

show({
  act: {
    say(text) {
      runtime?.thread.append(text);
      return idle();
    },
    stop: () => runtime?.thread.cancelRun(),
  },
  messages: () =>
    runtime?.thread.getState().messages.flatMap(({ id, role, content }) => messageOf(id, role, content)) ??
    [],
  state: () => agent.state,
  error: () => error,
});
