// REGISTRY: the commands, in the order of the help.
import type { Command } from '@/lib/package/cli/command';
import { atCommand } from '@/lib/package/cli/commands/at';
import { checkCommand } from '@/lib/package/cli/commands/check';
import { compactCommand } from '@/lib/package/cli/commands/compact';
import { completionCommand } from '@/lib/package/cli/commands/completion';
import { convertCommand } from '@/lib/package/cli/commands/convert';
import { diffCommand } from '@/lib/package/cli/commands/diff';
import { eventsCommand } from '@/lib/package/cli/commands/events';
import { mcpCommand } from '@/lib/package/cli/commands/mcp';
import { openCommand } from '@/lib/package/cli/commands/open';
import { probeCommand } from '@/lib/package/cli/commands/probe';
import { pushCommand } from '@/lib/package/cli/commands/push';
import { recordCommand } from '@/lib/package/cli/commands/record';
import { redactCommand } from '@/lib/package/cli/commands/redact';
import { serveCommand } from '@/lib/package/cli/commands/serve';
import { whatIfCommand } from '@/lib/package/cli/commands/what-if';

export const commands: readonly Command[] = [
  eventsCommand,
  atCommand,
  checkCommand,
  compactCommand,
  diffCommand,
  convertCommand,
  redactCommand,
  pushCommand,
  recordCommand,
  serveCommand,
  openCommand,
  probeCommand,
  whatIfCommand,
  mcpCommand,
  completionCommand,
];
