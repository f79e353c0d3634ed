// REGISTRY: the tools of the server.
import type { McpTool } from '@/lib/package/cli/mcp/tool';
import { atTool } from '@/lib/package/cli/mcp/tools/at';
import { callsTool } from '@/lib/package/cli/mcp/tools/calls';
import { diffTool } from '@/lib/package/cli/mcp/tools/diff';
import { eventTool } from '@/lib/package/cli/mcp/tools/event';
import { eventsTool } from '@/lib/package/cli/mcp/tools/events';
import { findingsTool } from '@/lib/package/cli/mcp/tools/findings';
import { runTool } from '@/lib/package/cli/mcp/tools/run';
import { secretsTool } from '@/lib/package/cli/mcp/tools/secrets';
import { sessionsTool } from '@/lib/package/cli/mcp/tools/sessions';
import { whatIfTool } from '@/lib/package/cli/mcp/tools/what-if';
import { whyTool } from '@/lib/package/cli/mcp/tools/why';

/** Every tool, the one to start with first. */
export const tools: readonly McpTool[] = [
  sessionsTool,
  runTool,
  findingsTool,
  eventsTool,
  eventTool,
  atTool,
  whyTool,
  callsTool,
  diffTool,
  whatIfTool,
  secretsTool,
];
