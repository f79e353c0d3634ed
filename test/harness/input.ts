// Reading a run request from the network.
import type { IncomingMessage } from 'node:http';
import type { RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';

/** The run request in a JSON text; throws where it is none. */
export function readBody(text: string): RunAgentInput {
  return RunAgentInputSchema.parse(JSON.parse(text)) as RunAgentInput;
}

/** The run request in the body of a POST. */
export async function readInput(request: IncomingMessage): Promise<RunAgentInput> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return readBody(Buffer.concat(parts).toString('utf8'));
}
