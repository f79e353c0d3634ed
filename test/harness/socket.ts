// The WebSocket side of the demo server: a RunAgentInput frame starts a run, each event is a frame.
import type { WebSocket } from 'ws';
import type { Agent } from './agents/agent';
import type { Garbage } from './garbage';
import { readBody } from './input';
import { type Pace, paced } from './stream';

/** Serves one client until it closes. Runs on one socket may overlap. */
export function answerSocket(client: WebSocket, agent: Agent, pace: Pace): void {
  client.on('message', (data) => {
    run(client, agent, pace, String(data)).catch((error: unknown) =>
      client.close(1011, String(error).slice(0, 100)),
    );
  });
}

async function run(client: WebSocket, agent: Agent, pace: Pace, text: string): Promise<void> {
  const isOpen = () => client.readyState === client.OPEN;
  for await (const event of paced(agent.run(readBody(text)), pace, isOpen))
    client.send(JSON.stringify(event));
  if (agent.fault?.cut) client.terminate();
}

/** Answers the first frame of a client with garbage. */
export function spoilSocket(client: WebSocket, garbage: Garbage): void {
  client.once('message', () => {
    for (const part of garbage.parts()) client.send(typeof part === 'string' ? unframed(part) : part);
    client.close();
  });
}

/** A server-sent event's data: a socket has frames of its own. */
const unframed = (part: string): string => part.replace(/^data: /, '').trimEnd();
