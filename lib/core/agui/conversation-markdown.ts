// Exports a conversation as Markdown for people to read.
import { textOfContent } from '@/lib/core/agui/content-part';
import { fenced, inlineCode, inlineText, safeMarkdown } from '@/lib/core/agui/safe-markdown';
import { isJsonObject, type JsonObject, objectsIn, parseJson } from '@/lib/core/json/json';

function callText(call: JsonObject): string {
  const own = isJsonObject(call['function']) ? call['function'] : {};
  const args = own['arguments'] ?? '';
  const text = typeof args === 'string' ? args : JSON.stringify(args, undefined, 2);
  const name = inlineCode(String(own['name'] ?? ''));
  return `Calls ${name} (${inlineText(String(call['id'] ?? ''))}):\n\n${fenced(text, 'json')}`;
}

function blockQuote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function* bodyOf(message: JsonObject): Iterable<Iterable<string>> {
  const { role, content, error, toolCalls } = message;
  if (role === 'activity') {
    yield [fenced(JSON.stringify(content ?? null, undefined, 2), 'json')];
    return;
  }
  const text = textOfContent(content);
  if (role === 'reasoning') {
    if (text !== '') yield [blockQuote([...safeMarkdown(text)].join(''))];
    return;
  }
  if (text !== '')
    yield role === 'tool'
      ? [fenced(text, typeof parseJson(text) === 'object' ? 'json' : '')]
      : safeMarkdown(text);
  const calls = objectsIn(toolCalls);
  for (const call of calls) yield [callText(call)];
  if (typeof error === 'string' && error !== '') yield [`Error: ${inlineText(error)}`];
}

function headingOf({ role, name, toolCallId, activityType }: JsonObject): string {
  const about = [
    typeof name === 'string' && name !== '' ? ` (${inlineText(name)})` : '',
    typeof toolCallId === 'string' ? `, answer to ${inlineText(toolCallId)}` : '',
    typeof activityType === 'string' ? `, ${inlineText(activityType)}` : '',
  ].join('');
  return `## ${inlineText(String(role))}${about}`;
}

/** The messages as one Markdown document, in parts. */
export function* toMarkdown(messages: Iterable<JsonObject>): Iterable<string> {
  let separator = '';
  for (const message of messages) {
    yield `${separator}${headingOf(message)}`;
    separator = '\n\n';
    for (const block of bodyOf(message)) {
      yield '\n\n';
      yield* block;
    }
  }
  yield '\n';
}
