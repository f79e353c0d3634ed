// Exports a conversation as Markdown for people to read: a heading per message, tool calls and activities as code
// blocks.
import { textOfContent } from '@/lib/agui/content-part';
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/agui/json';
import { fenced, inlineCode, inlineText, safeMarkdown } from '@/lib/agui/safe-markdown';

function callText(call: JsonObject): string {
  const own = isJsonObject(call['function']) ? call['function'] : {};
  const args = own['arguments'] ?? '';
  const text = typeof args === 'string' ? args : JSON.stringify(args, undefined, 2);
  const name = inlineCode(String(own['name'] ?? ''));
  return `Calls ${name} (${inlineText(String(call['id'] ?? ''))}):\n\n${fenced(text, 'json')}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function isJsonText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function bodyOf(message: JsonObject): readonly string[] {
  const { role, content, error, toolCalls } = message;
  if (role === 'activity') return [fenced(JSON.stringify(content ?? null, undefined, 2), 'json')];
  const text = textOfContent(content);
  if (role === 'reasoning') return text === '' ? [] : [quoted(safeMarkdown(text))];
  const calls = isJsonArray(toolCalls) ? toolCalls.filter(isJsonObject) : [];
  return [
    ...(text === ''
      ? []
      : [role === 'tool' ? fenced(text, isJsonText(text) ? 'json' : '') : safeMarkdown(text)]),
    ...calls.map(callText),
    ...(typeof error === 'string' && error !== '' ? [`Error: ${inlineText(error)}`] : []),
  ];
}

/** The messages as one Markdown document. */
export function toMarkdown(messages: readonly JsonObject[]): string {
  return messages
    .map((message) => {
      const { role, name, toolCallId, activityType } = message;
      const about = [
        typeof name === 'string' && name !== '' ? ` (${inlineText(name)})` : '',
        typeof toolCallId === 'string' ? `, answer to ${inlineText(toolCallId)}` : '',
        typeof activityType === 'string' ? `, ${inlineText(activityType)}` : '',
      ].join('');
      return [`## ${inlineText(String(role))}${about}`, ...bodyOf(message)].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
}
