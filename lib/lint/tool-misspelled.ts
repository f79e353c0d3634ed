// A call of a tool that is nearly one of those that the request declared. Tools of the agent's own are not declared,
// so that a strange name by itself is no fault.
import { isJsonObject } from '@/lib/agui/json';
import { nearestName } from '@/lib/agui/nearest';
import type { Rule } from '@/lib/lint/types';

/** More declared tools than this are not compared. */
const TOOLS_MAX = 200;

/** A tool name that no tool has, but nearly. */
export const toolMisspelled: Rule = {
  id: 'tool-misspelled',
  severity: 'info',
  needsHistory: true,
  summary: 'A tool is called by a name that is nearly that of a declared tool.',
  spec: 'https://docs.ag-ui.com/concepts/tools#frontend-defined-tools',
  impact: 'If a tool of the app is meant, nobody runs it, and the call is never answered.',
  fix: 'Call the tool by the name that the request declares.',
  call(call, _event, model) {
    const tools = call.run < 0 ? undefined : model.runs.at(call.run)?.input?.['tools'];
    if (!Array.isArray(tools) || tools.length === 0) return undefined;
    const names = tools.slice(0, TOOLS_MAX).flatMap((tool): string[] => {
      const name = isJsonObject(tool) ? tool['name'] : undefined;
      return typeof name === 'string' ? [name] : [];
    });
    if (names.includes(call.name)) return undefined;
    const near = nearestName(call.name, names);
    if (near === undefined) return undefined;
    return `No tool is declared as '${call.name}'; the nearest is '${near}'.`;
  },
};
