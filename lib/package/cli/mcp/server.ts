// The Model Context Protocol server, by the official SDK.
import { McpServer } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { STACK_TEXT, TOO_DEEP } from '@/lib/core/json/depth';
import { messageOf } from '@/lib/core/json/reason';
import type { McpRecordings } from '@/lib/package/cli/mcp/recordings';
import { FILE, type McpTool } from '@/lib/package/cli/mcp/tool';
import { tools } from '@/lib/package/cli/mcp/tools';
import packed from '../../../../package.json' with { type: 'json' };

const INSTRUCTIONS =
  'Recordings of AG-UI event streams (agent to web page). Begin with sessions. Events have stable numbers (#12); cite them. Answers are at most 4 kB; a cut one ends with the arguments for the rest.';

function ask(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

const phraseFor = (file: string | undefined): string =>
  file === undefined ? 'the recording' : `the recording ${file}`;

function answer(tool: McpTool, input: Parameters<McpTool['run']>[0], recordings: McpRecordings) {
  try {
    return { content: [{ type: 'text' as const, text: tool.run(input, recordings) }] };
  } catch (error) {
    const text = messageOf(error) === STACK_TEXT ? `The value ${TOO_DEEP}.` : messageOf(error);
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

export function createMcpServer(recordings: McpRecordings): McpServer {
  const server = new McpServer(
    { name: 'ag-ui-lens', title: 'AG-UI Lens', version: packed.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of tools) {
    const { name, title, description, input } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: { readOnlyHint: true, openWorldHint: false } },
      (given) => answer(tool, given, recordings),
    );
  }
  server.registerPrompt(
    'explain-failure',
    {
      title: 'Why did the run fail?',
      description: 'Finds the cause of a failed or wrong run, with the events that show it.',
      argsSchema: z.object({ file: FILE }),
    },
    ({ file }) =>
      ask(
        `Explain what went wrong in ${phraseFor(file)}. Call sessions for the runs and their status, findings for the run that failed, and event for the events they name. Say the cause first, then the events (#numbers) that show it, then the fix on the server.`,
      ),
  );
  server.registerPrompt(
    'write-test',
    {
      title: 'Turn a recording into a test',
      description: 'Writes a test that fails as long as the recorded problem is there.',
      argsSchema: z.object({ file: FILE }),
    },
    ({ file }) =>
      ask(
        `Write a test for ${phraseFor(file)}. Call findings and pick the most severe one; run "npx ag-ui-lens convert FILE --to vitest-test" for a start, and keep only what the problem needs.`,
      ),
  );
  return server;
}

export function serveMcp(recordings: McpRecordings): StdioServerHandle {
  return serveStdio(() => createMcpServer(recordings));
}
