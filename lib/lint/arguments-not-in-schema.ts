// Arguments that the declared schema of the tool does not allow.
import type { Json } from '@/lib/agui/json';
import { checkArguments, findTool } from '@/lib/agui/tool-schema';
import type { Rule } from '@/lib/lint/types';
import type { Model, ToolCallEntry } from '@/lib/model/types';

/** The tool of a call, as the request of its run declared it. */
export function declaredTool(model: Model, { run, name }: ToolCallEntry): ReturnType<typeof findTool> {
  return run < 0 ? undefined : findTool(model.runs.at(run)?.input, name);
}

/** Arguments that are JSON and do not fit `tools[].parameters`. */
export const argumentsNotInSchema: Rule = {
  id: 'arguments-not-in-schema',
  severity: 'warning',
  needsHistory: true,
  summary: 'The arguments of a tool call do not fit the schema that the request declared for the tool.',
  spec: 'https://docs.ag-ui.com/concepts/tools#tool-structure',
  impact: 'The tool gets arguments that it was not made for: the stock client does not look at the schema.',
  fix: 'Tell the model of the schema, or check the arguments before the call is sent.',
  call(call, _event, model) {
    if (call.json !== 'valid') return undefined;
    const tool = declaredTool(model, call);
    if (tool === undefined) return undefined;
    const verdict = checkArguments(tool, JSON.parse(call.args) as Json);
    if ('broken' in verdict) return undefined;
    const [first] = verdict.problems;
    if (first === undefined) return undefined;
    const where = first.pointer === '' ? 'as a whole' : `at '${first.pointer}'`;
    const more = verdict.problems.length - 1;
    const rest = more === 0 ? '' : ` ${more} more ${more === 1 ? 'place does' : 'places do'} not fit either.`;
    return {
      message: `The arguments of '${call.name}' do not fit its schema ${where} (${first.keyword}): ${first.message}${rest}`,
      related: [call.startSeq],
    };
  },
};
