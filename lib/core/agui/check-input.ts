// Checks a run request before it is sent, by the schema of client 1.0.
import '@/lib/core/agui/zod-jitless';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import type { Json } from '@/lib/core/json/json';
import { pointerOf } from '@/lib/core/json/pointer';

interface InputProblem {
  readonly pointer: string;
  readonly reason: string;
}

export function checkInput(input: Json): readonly InputProblem[] {
  const parsed = RunAgentInputSchema.safeParse(input);
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({
    pointer: pointerOf(path.map(String)),
    reason: message,
  }));
}
