// CopilotKit's client without its React components: the core that those are built on, over its runtime's endpoints.
import { CopilotKitCore, CopilotKitCoreRuntimeConnectionStatus } from '@copilotkit/core';
import { API, MODE, show, textOf } from '../pages/app';

const core = new CopilotKitCore({
  runtimeUrl: API,
  runtimeTransport: MODE === 'single' ? 'single' : 'rest',
  tools: [{ name: 'color', description: 'Colours the page', handler: () => Promise.resolve('done') }],
});
let error = '';
core.subscribe({ onError: ({ error: reason }) => void (error = textOf(reason)) });

/** The agent, once the runtime has listed its agents. */
const ready = new Promise((resolve) => {
  const look = () => {
    if (core.runtimeConnectionStatus === CopilotKitCoreRuntimeConnectionStatus.Connected) resolve(undefined);
    else setTimeout(look, 10);
  };
  look();
}).then(() => {
  const agent = core.getAgent('default');
  if (agent === undefined) throw new Error('The runtime has no agent of that name.');
  agent.threadId = 'thread';
  return agent;
});
let turn = Number(sessionStorage.getItem('turn') ?? 0);
/** @type {Awaited<typeof ready> | undefined} */
let known;

/** @param {() => Promise<unknown>} action */
async function attempt(action) {
  try {
    await action();
  } catch (reason) {
    error = textOf(reason);
  }
}

show({
  act: {
    async say(text) {
      known = await ready;
      const agent = known;
      sessionStorage.setItem('turn', String(++turn));
      agent.addMessage({ id: `u${turn}`, role: 'user', content: text });
      await attempt(() => core.runAgent({ agent, runId: `run-${turn}` }));
    },
    async connect() {
      known = await ready;
      const agent = known;
      await attempt(() => core.connectAgent({ agent }));
    },
    async stop() {
      core.stopAgent({ agent: await ready });
    },
  },
  messages: () => known?.messages ?? [],
  state: () => known?.state,
  error: () => error,
});
