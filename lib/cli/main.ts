// The command-line program: the core without a browser, for files and CI.
import { writeSync } from 'node:fs';
import packed from '../../package.json' with { type: 'json' };
import { CliError } from './cli-error';
import { forTerminal, paintFor } from './paint';

const BLOCK = 64 * 1024;

// A pipe takes what it can; the rest is written again.
function writeAll(text: string): void {
  const bytes = Buffer.from(process.stdout.isTTY ? forTerminal(text) : text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // What writeSync throws is a system error.
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
    }
  }
}

function print(parts: Iterable<string>): void {
  let pending = '';
  for (const part of parts) {
    pending += part;
    if (pending.length < BLOCK) continue;
    writeAll(pending);
    pending = '';
  }
  writeAll(pending);
}

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === '--version') return writeAll(`${packed.version}\n`);
  // Loaded when it is needed: the version is known without it.
  const { runCommand } = await import('./program');
  const paint = paintFor(process.stdout.isTTY, process.env);
  const outcome = runCommand(argv, paint);
  const { output, exitCode, work } = outcome;
  print(output);
  const { note } = outcome;
  if (note !== undefined) process.stderr.write(`${forTerminal(note)}\n`);
  process.exitCode = exitCode;
  if (work !== undefined) for await (const part of work) writeAll(part);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`${forTerminal(error.message)}\n`);
  process.exitCode = error.exitCode;
});
