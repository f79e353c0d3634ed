// `lens mcp`: a Model Context Protocol server, so that coding agents ask a recording.
import type { Command } from '@/lib/package/cli/command';
import { createLines } from '@/lib/package/cli/lines';
import { interrupted } from '@/lib/package/cli/listen';
import { createRecordings } from '@/lib/package/cli/mcp/recordings';

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('close', () => resolve());
  });
}

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    'Answers coding agents about recordings, by the Model Context Protocol over standard input and output.',
  files: [],
  takesMany: true,
  options: {},
  examples: [
    ['', 'The recordings in this folder.'],
    ['run.agui.jsonl', 'One recording, also while `lens record` writes it.'],
    ['recordings/', 'Every recording in a folder.'],
  ],
  exitCodes: '0 ended by the agent or Ctrl+C, 2 no such file or folder.',
  run({ positionals }) {
    const recordings = createRecordings(positionals.length === 0 ? ['.'] : positionals);
    const serve = async (): Promise<void> => {
      // The SDK is large, and no other command needs it.
      const { serveMcp } = await import('@/lib/package/cli/mcp/server');
      const server = serveMcp(recordings);
      await Promise.race([inputEnded(), interrupted()]);
      await server.close();
    };
    return { output: [], exitCode: 0, work: createLines().during(serve()) };
  },
};
