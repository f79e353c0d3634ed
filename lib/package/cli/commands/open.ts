// `lens open`: the panel in the browser, with files in it.
import { openInBrowser } from '@/lib/package/cli/browser';
import type { Arguments, Command } from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { findFiles } from '@/lib/package/cli/find-files';
import { createLines, type Lines } from '@/lib/package/cli/lines';
import { interrupted, PORT, portOf } from '@/lib/package/cli/listen';
import { startViewer } from '@/lib/package/cli/viewer';

async function showFiles(args: Arguments, files: readonly string[], lines: Lines): Promise<void> {
  // Other formats have an end; a recording may still grow.
  const isFollowed = files.length === 1 && /\.agui\.jsonl$/i.test(files[0] ?? '');
  const viewer = await startViewer(files, { isFollowed, port: portOf(args) });
  lines.add(`The panel is at ${args.paint('strong', viewer.url)} Ctrl+C ends.`);
  if (!args.flags.has('no-browser')) await openInBrowser(viewer.url, (line) => lines.add(line));
  await interrupted();
  viewer.close();
}

export const openCommand: Command = {
  name: 'open',
  summary: 'Shows files in the panel, in the browser. A recording is followed while it grows.',
  files: ['file'],
  takesMany: true,
  noInput: true,
  options: { port: PORT },
  flags: { 'no-browser': 'Prints the address only.' },
  examples: [
    ['run.agui.jsonl', 'Follows, if lens record still writes to it.'],
    ["'failed/*.har' --port 4000 --no-browser", 'Several files as one session.'],
  ],
  exitCodes: '0 ended by Ctrl+C, 2 an unreadable file or a taken port.',
  run(args) {
    portOf(args);
    if (args.positionals.includes('-')) throw new CliError('Standard input cannot be opened: pass files.');
    const files = findFiles(args.positionals);
    const lines = createLines();
    return { output: [], exitCode: 0, work: lines.during(showFiles(args, files, lines)) };
  },
};
