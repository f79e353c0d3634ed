// Exports a conversation as Markdown for people to read: a heading per message, tool calls and activities as code
// blocks.
import { textOfContent } from '@/lib/agui/content-part';
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/agui/json';

/** A code block whose fence is longer than any run of backticks in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function callText(call: JsonObject): string {
  const own = isJsonObject(call['function']) ? call['function'] : {};
  const args = own['arguments'] ?? '';
  const text = typeof args === 'string' ? args : JSON.stringify(args, undefined, 2);
  return `Calls \`${String(own['name'] ?? '')}\` (${String(call['id'] ?? '')}):\n\n${fenced(text, 'json')}`;
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
  if (role === 'reasoning') return text === '' ? [] : [quoted(text)];
  const calls = isJsonArray(toolCalls) ? toolCalls.filter(isJsonObject) : [];
  return [
    ...(text === '' ? [] : [role === 'tool' ? fenced(text, isJsonText(text) ? 'json' : '') : text]),
    ...calls.map(callText),
    ...(typeof error === 'string' && error !== '' ? [`Error: ${error}`] : []),
  ];
}

/** The messages as one Markdown document. */
export function toMarkdown(messages: readonly JsonObject[]): string {
  return messages
    .map((message) => {
      const { role, name, toolCallId, activityType } = message;
      const about = [
        typeof name === 'string' && name !== '' ? ` (${name})` : '',
        typeof toolCallId === 'string' ? `, answer to ${toolCallId}` : '',
        typeof activityType === 'string' ? `, ${activityType}` : '',
      ].join('');
      return [`## ${String(role)}${about}`, ...bodyOf(message)].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
}
