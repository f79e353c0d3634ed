// REGISTRY: the commands, in the order of the help.
import type { Command } from '@/lib/cli/command';
import { atCommand } from '@/lib/cli/commands/at';
import { checkCommand } from '@/lib/cli/commands/check';
import { compactCommand } from '@/lib/cli/commands/compact';
import { completionCommand } from '@/lib/cli/commands/completion';
import { convertCommand } from '@/lib/cli/commands/convert';
import { diffCommand } from '@/lib/cli/commands/diff';
import { eventsCommand } from '@/lib/cli/commands/events';
import { pushCommand } from '@/lib/cli/commands/push';
import { redactCommand } from '@/lib/cli/commands/redact';

/** Every command. */
export const commands: readonly Command[] = [
  eventsCommand,
  atCommand,
  checkCommand,
  compactCommand,
  diffCommand,
  convertCommand,
  redactCommand,
  pushCommand,
  completionCommand,
];
