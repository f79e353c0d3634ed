// Exports a conversation in the shape of OpenAI's chat completions. Activities, reasoning and encrypted values are
// left out.
import { type ContentPart, readPart, textOfContent } from '@/lib/core/agui/content-part';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

const ROLES: ReadonlySet<string> = new Set(['developer', 'system', 'assistant', 'user', 'tool']);
const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};

function imagePart(url: string): JsonObject {
  return { type: 'image_url', image_url: { url } };
}

function dataPart({ mime, base64, name }: Extract<ContentPart, { kind: 'data' }>): JsonObject {
  if (mime.startsWith('image/')) return imagePart(`data:${mime};base64,${base64}`);
  const format = AUDIO_FORMATS[mime];
  if (format !== undefined) return { type: 'input_audio', input_audio: { data: base64, format } };
  const file_data = `data:${mime || 'application/octet-stream'};base64,${base64}`;
  return { type: 'file', file: { ...(name !== undefined && { filename: name }), file_data } };
}

function chatPart(part: Json): JsonObject {
  const read = readPart(part);
  switch (read.kind) {
    case 'text':
      return { type: 'text', text: read.text };
    case 'data':
      return dataPart(read);
    case 'reference':
      if (read.type === 'image' && read.via === 'url') return imagePart(read.ref);
      if (read.via === 'file' || read.via === 'id') return { type: 'file', file: { file_id: read.ref } };
      break;
    default:
  }
  // The target format has no such part, so it is described in words.
  return { type: 'text', text: textOfContent([part]) };
}

function chatContent(role: string, content: Json | undefined): Json {
  if (content === undefined || content === null) return role === 'assistant' ? null : '';
  if (typeof content === 'string') return content;
  // Only users may send parts; a tool's result is text.
  if (role !== 'user' || !isJsonArray(content)) return textOfContent(content);
  return content.map(chatPart);
}

function callsOf(message: JsonObject): readonly JsonObject[] {
  const calls = message['toolCalls'];
  if (!isJsonArray(calls)) return [];
  return calls.filter(isJsonObject).map((call) => {
    const own = isJsonObject(call['function']) ? call['function'] : {};
    const args = own['arguments'] ?? '';
    return {
      id: call['id'] ?? '',
      type: 'function',
      function: {
        name: own['name'] ?? '',
        arguments: typeof args === 'string' ? args : JSON.stringify(args),
      },
    };
  });
}

export function* toOpenAiChat(messages: Iterable<JsonObject>): Iterable<JsonObject> {
  for (const message of messages) {
    const { role, content, name, toolCallId } = message;
    if (typeof role !== 'string' || !ROLES.has(role)) continue;
    const calls = role === 'assistant' ? callsOf(message) : [];
    yield {
      role,
      content: chatContent(role, content),
      ...(typeof name === 'string' && name !== '' && role !== 'tool' && { name }),
      ...(role === 'tool' && typeof toolCallId === 'string' && { tool_call_id: toolCallId }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
  }
}
