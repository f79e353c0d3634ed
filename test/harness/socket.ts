// The WebSocket side of the demo server: a RunAgentInput frame starts a run, each event is a frame.
import type { WebSocket } from 'ws';
import type { Agent } from './agents/agent';
import { readBody } from './input';
import { paced } from './stream';

/** Serves one client until it closes. Runs on one socket may overlap. */
export function answerSocket(client: WebSocket, agent: Agent, paceMs: number): void {
  client.on('message', (data) => {
    run(client, agent, paceMs, String(data)).catch((error: unknown) =>
      client.close(1011, String(error).slice(0, 100)),
    );
  });
}

async function run(client: WebSocket, agent: Agent, paceMs: number, text: string): Promise<void> {
  const isOpen = () => client.readyState === client.OPEN;
  for await (const event of paced(agent.run(readBody(text)), paceMs, isOpen))
    client.send(JSON.stringify(event));
  if (agent.fault?.cut) client.terminate();
}
