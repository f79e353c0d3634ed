import { excerpt } from '@/lib/core/agui/quoted';
import { isHttpError } from '@/lib/core/clients/unread-bodies';
import { isJsonArray, isJsonObject, type Json } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

/** The kinds of content parts that client 1.0 keeps. */
const PARTS: ReadonlySet<Json | undefined> = new Set([
  'text',
  'image',
  'audio',
  'video',
  'document',
  'binary',
]);

/** A content from which the client removes entries: their number, and the number of all. */
interface Lost {
  readonly callId: Json | undefined;
  readonly lost: number;
  readonly all: number;
}

function lostIn(content: Json | undefined, callId: Json | undefined): readonly Lost[] {
  if (!isJsonArray(content) || content.length === 0) return [];
  // A value that is not an object makes the event invalid, which is another error.
  if (!content.every(isJsonObject)) return [];
  const lost = content.filter((part) => !PARTS.has(part['type'])).length;
  return lost === 0 ? [] : [{ callId, lost, all: content.length }];
}

export const resultContentLost: Rule = {
  id: 'result-content-lost',
  severity: 'error',
  isOfClient: 'effect',
  summary: 'A tool result is a list of objects that are not content parts.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'Client 1.0 removes the entries: app and next request get an empty result.',
  fix: 'Send the content as a string (JSON.stringify, json.dumps), or as content parts such as {"type":"text","text":"…"}.',
  types: ['TOOL_CALL_RESULT', 'MESSAGES_SNAPSHOT'],
  before({ event, stream, seq }, _model, profileOf) {
    if (event === undefined || isHttpError(stream)) return undefined;
    const { messages } = event;
    const lost = isJsonArray(messages)
      ? messages.flatMap((message) =>
          isJsonObject(message) && message['role'] === 'tool'
            ? lostIn(message['content'], message['toolCallId'])
            : [],
        )
      : lostIn(event['content'], event['toolCallId']);
    const [first] = lost;
    // 0.0.x accepts no lists and stops, which is reported as its own error.
    if (first === undefined || !profileOf(stream, seq).isLenient) return undefined;
    const { callId, lost: count, all } = first;
    const which = `The result of call '${excerpt(String(callId), 60)}'`;
    const entries =
      count === all
        ? `a list of ${all} ${all === 1 ? 'object that is' : 'objects that are'}`
        : `a list in which ${count} of ${all} objects are`;
    const gets = count === all ? 'an empty result' : 'the rest only';
    const more = lost.length > 1 ? ` ${lost.length - 1} more results are affected.` : '';
    return `${which} is ${entries} not content parts: the app gets ${gets}. Content must be a string, or content parts with a type.${more}`;
  },
};
