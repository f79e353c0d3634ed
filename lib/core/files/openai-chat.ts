// The conversation in the format of OpenAI's chat completions, one line per thread.

import { toOpenAiChat } from '@/lib/core/agui/to-openai-chat';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { Model, Thread } from '@/lib/core/model/types';

function toolsOf(model: Model, { runs }: Thread): readonly JsonObject[] {
  const inputs = [...runs].map((index) => model.runs.at(index)?.input);
  const tools = inputs.findLast((input) => input !== undefined)?.['tools'];
  if (!isJsonArray(tools)) return [];
  return tools.filter(isJsonObject).map(({ name = '', description, parameters }) => ({
    type: 'function',
    function: {
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parameters }),
    },
  }));
}

export const openaiChat: Format = {
  ...factsOf('openai-chat'),
  write({ log }) {
    const model = createHistory(modelFold, log()).head();
    const lines = [...model.threads].flatMap((thread) => {
      const messages = [...toOpenAiChat([...thread.messages].map(({ message }) => asJson(message)))];
      if (messages.length === 0) return [];
      const tools = toolsOf(model, thread);
      return [`${JSON.stringify({ messages, ...(tools.length > 0 && { tools }) })}\n`];
    });
    return lines.length === 0 ? { refused: 'There is no message in this session.' } : lines;
  },
};
