// Tools that the demo page executes for the agent.
import type { Tool } from '@ag-ui/client';

/** A tool, and what the page does when it is called. */
interface PageTool {
  readonly tool: Tool;
  execute(args: string): string;
}

const setColor: PageTool = {
  tool: {
    name: 'set_color',
    description: 'Sets the accent colour of the page.',
    parameters: {
      type: 'object',
      properties: { color: { type: 'string', description: 'a CSS colour' } },
      required: ['color'],
    },
  },
  execute(args) {
    const { color }: { color?: unknown } = JSON.parse(args);
    if (typeof color !== 'string' || !CSS.supports('color', color))
      return JSON.stringify({ error: 'no such colour' });
    document.documentElement.style.setProperty('--accent', color);
    return JSON.stringify({ color, ok: true });
  },
};

/** All tools of the page; every request declares them. */
export const tools: readonly PageTool[] = [setColor];
