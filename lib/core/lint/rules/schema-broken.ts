import { checkArguments } from '@/lib/core/agui/tool-schema';
import { declaredTool } from '@/lib/core/lint/rules/arguments-not-in-schema';
import type { Rule } from '@/lib/core/lint/types';
import { firstCallOf } from '@/lib/core/model/queries/lookup';

export const schemaBroken: Rule = {
  id: 'schema-broken',
  severity: 'info',
  needsHistory: true,
  summary: 'The schema that the request declares for a tool cannot be used.',
  spec: 'https://docs.ag-ui.com/concepts/tools#tool-structure',
  impact: 'None by itself; model providers may reject the tool.',
  fix: 'Declare the parameters as one JSON Schema of type object that contains everything it refers to.',
  call(call, _event, model) {
    const tool = declaredTool(model, call);
    if (tool === undefined) return undefined;
    const verdict = checkArguments(tool, {});
    if (!('broken' in verdict)) return undefined;
    if (firstCallOf(model, call.run, call.name) !== call.index) return undefined;
    return `The schema that the request declares for '${call.name}' cannot be used. ${verdict.broken}`;
  },
};
