// `lens record`: a proxy that records the AG-UI streams that pass.
import { rmSync } from 'node:fs';
import { harmlessLine } from '@/lib/core/agui/harmless';
import { openInBrowser } from '@/lib/package/cli/browser';
import { type Arguments, type Command, urlOf } from '@/lib/package/cli/command';
import { createLines, type Lines } from '@/lib/package/cli/lines';
import { interrupted, listen, PORT, portOf, shut } from '@/lib/package/cli/listen';
import { createLiveReport } from '@/lib/package/cli/proxy/live-report';
import { createProxy } from '@/lib/package/cli/proxy/proxy';
import { createRecordingFile } from '@/lib/package/cli/proxy/recording-file';
import { startViewer, type Viewer } from '@/lib/package/cli/viewer';

/** Lines are collected this long, milliseconds. */
const REPORT_MS = 200;

const targetOf = (args: Arguments): URL =>
  urlOf(args.options.get('target'), '--target', 'http://localhost:8000');

function defaultName(target: URL): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
  return `${target.host.replaceAll(/[^\w.-]/g, '-')}-${time}.agui.jsonl`;
}

async function record(args: Arguments, lines: Lines): Promise<void> {
  const target = targetOf(args);
  const path = args.options.get('out') ?? defaultName(target);
  const report = createLiveReport(args.paint);
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    for (const line of report.lines()) lines.add(line);
  };
  const file = createRecordingFile(path, {
    url: target.href,
    origin: `recorded by lens record from ${target.origin}`,
    written(batch) {
      report.add(batch);
      timer ??= setTimeout(flush, REPORT_MS);
    },
    failed: (sentence) => lines.add(args.paint('error', sentence)),
  });
  const server = createProxy({
    target,
    file,
    failed: (sentence) => lines.add(args.paint('warning', sentence)),
  });
  const url = await listen(server, portOf(args)).catch((error: unknown) => {
    file.close();
    rmSync(path);
    throw error;
  });
  let viewer: Viewer | undefined;
  try {
    if (args.flags.has('open')) viewer = await startViewer([path], { isFollowed: true });
    lines.add(
      `Recording ${target.href} at ${args.paint('strong', url)} into ${harmlessLine(path)}. Ctrl+C ends.`,
    );
    if (viewer !== undefined) {
      lines.add(`The panel is at ${viewer.url}`);
      await openInBrowser(viewer.url, (line) => lines.add(line));
    }
    await interrupted();
  } finally {
    // An open server would keep the process.
    shut(server);
    viewer?.close();
    clearTimeout(timer);
    file.close();
  }
  flush();
  lines.add(`Wrote ${harmlessLine(path)}.`);
}

export const recordCommand: Command = {
  name: 'record',
  summary: 'Passes requests on to a server and records the AG-UI streams, for clients outside of a browser.',
  files: [],
  options: {
    target: { value: 'URL', summary: 'The server. A path is put before the path of each request.' },
    port: PORT,
    out: { value: 'FILE', summary: 'The recording (default: the host and the time, .agui.jsonl).' },
  },
  flags: { open: 'Opens the panel in the browser, which follows.' },
  examples: [
    ['--target http://localhost:8000 --port 8001', 'Let the client use http://127.0.0.1:8001 instead.'],
    ['--target https://agents.example.com/api --out run.agui.jsonl --open', 'With the panel beside it.'],
  ],
  exitCodes: '0 ended by Ctrl+C, 2 invalid arguments, a taken port, or a file that cannot be written.',
  run(args) {
    targetOf(args);
    portOf(args);
    const lines = createLines();
    return { output: [], exitCode: 0, work: lines.during(record(args, lines)) };
  },
};
