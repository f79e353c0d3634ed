// A tool of the server: one file in tools/, and one line in tools.ts.
import * as z from 'zod';
import type { McpRecordings } from '@/lib/package/cli/mcp/recordings';
import { LensError } from '@/lib/package/library/lens-error';

export interface McpTool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  /** For the agent that chooses among the tools. */
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  /** The answer, at most ANSWER_MAX bytes; throws a LensError. */
  run(input: z.output<z.ZodObject<Shape>>, recordings: McpRecordings): string;
}

/** Checks a tool against its own input, and forgets the type of that. */
export function defineTool<Shape extends z.ZodRawShape>({ input, run, ...tool }: McpTool<Shape>): McpTool {
  return {
    ...tool,
    input: z.object(input.shape),
    run: (given, recordings) => run(input.parse(given), recordings),
  };
}

/** Throws for a path that is no JSON pointer: it would be answered as the whole state. */
export function expectPointer(path: string): void {
  if (path !== '' && !path.startsWith('/')) throw new LensError(`path must begin with /, not '${path}'.`);
}

export const FILE = z
  .string()
  .optional()
  .describe('Name of the recording, as sessions lists it; not needed for the only one.');
export const SEQ = z.number().int().min(0).describe('Number of an event, as every answer shows it after #.');
export const RUN = z.number().int().min(1).describe('Number of a run, from 1.');
export const FROM = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('Where a long answer continues, as printed at the end of the previous part.');
