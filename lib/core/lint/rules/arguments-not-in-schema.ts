import { checkArguments, findTool } from '@/lib/core/agui/tool-schema';
import type { Rule } from '@/lib/core/lint/types';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';

export function declaredTool(model: Model, { run, name }: ToolCallEntry): ReturnType<typeof findTool> {
  return run < 0 ? undefined : findTool(model.runs.at(run)?.input, name);
}

export const argumentsNotInSchema: Rule = {
  id: 'arguments-not-in-schema',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call do not match the schema that the request declared for the tool.',
  spec: 'https://docs.ag-ui.com/concepts/tools#tool-structure',
  impact: 'The tool gets unexpected arguments: the stock client does not validate them.',
  fix: 'Pass the schema to the model, or validate the arguments before sending the call.',
  call(call, _event, model) {
    if (call.json !== 'valid') return undefined;
    const tool = declaredTool(model, call);
    if (tool === undefined) return undefined;
    const verdict = checkArguments(tool, JSON.parse(call.args));
    if ('broken' in verdict) return undefined;
    const [first] = verdict.problems;
    if (first === undefined) return undefined;
    const where = first.pointer === '' ? 'as a whole' : `at '${first.pointer}'`;
    const more = verdict.problems.length - 1;
    const rest =
      more === 0 ? '' : ` ${more} more ${more === 1 ? 'value does' : 'values do'} not match either.`;
    return {
      message: `The arguments of '${call.name}' do not match its schema ${where} (${first.keyword}): ${first.message}${rest}`,
      related: [call.startSeq],
    };
  },
};
