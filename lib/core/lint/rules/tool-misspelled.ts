import { objectsIn } from '@/lib/core/json/json';
import { nearestName } from '@/lib/core/json/nearest';
import type { Rule } from '@/lib/core/lint/types';

const TOOLS_MAX = 200;

export const toolMisspelled: Rule = {
  id: 'tool-misspelled',
  severity: 'info',
  needsHistory: true,
  summary: 'A tool is called by a name that is almost that of a declared tool.',
  spec: 'https://docs.ag-ui.com/concepts/tools#frontend-defined-tools',
  impact: 'If a frontend tool is meant, nothing runs it, and the call never gets a result.',
  fix: 'Call the tool by the name declared in the request.',
  call(call, _event, model) {
    const tools = call.run < 0 ? undefined : model.runs.at(call.run)?.input?.['tools'];
    const names = objectsIn(tools)
      .slice(0, TOOLS_MAX)
      .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
    if (names.includes(call.name)) return undefined;
    const near = nearestName(call.name, names);
    // The agent's own tools are not declared, so an unknown name is not an error.
    if (near === undefined) return undefined;
    return `No declared tool is named '${call.name}'. Did you mean '${near}'?`;
  },
};
