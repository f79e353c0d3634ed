// REGISTRY of the scripted agents.
import type { Agent } from './agents/agent';
import { broken } from './agents/broken';
import { chat } from './agents/chat';
import { everything } from './agents/everything';
import { frontendTool } from './agents/frontend-tool';
import { interrupt } from './agents/interrupt';
import { long } from './agents/long';
import { reasoning } from './agents/reasoning';
import { subagents } from './agents/subagents';

/** All agents, in the order of the chooser. */
export const agents: readonly Agent[] = [
  chat,
  everything,
  reasoning,
  interrupt,
  frontendTool,
  subagents,
  long,
  ...broken,
];
