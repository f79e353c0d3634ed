// Lines that compare a page with the panel, one for each message.

interface Call {
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

/** A message in AG-UI's shape. */
export interface AccountMessage {
  readonly role?: string;
  readonly content?: unknown;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly Call[];
  readonly activityType?: string;
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : content === undefined || content === null
      ? ''
      : JSON.stringify(content);

function lineOf({ role = '?', content, toolCallId, toolCalls = [], activityType }: AccountMessage): string {
  const calls = toolCalls.map((call) => `${call.function?.name}(${call.function?.arguments})`);
  const what = [textOf(content), ...calls].filter((each) => each !== '').join(' ');
  return `${role}${toolCallId === undefined ? '' : ` ${toolCallId}`}${activityType === undefined ? '' : ` ${activityType}`}: ${what}`;
}

/** Messages and state as lines; an empty state is left out. */
export function accountOf(messages: unknown, state: unknown): readonly string[] {
  const lines = (Array.isArray(messages) ? (messages as readonly AccountMessage[]) : []).map(lineOf);
  const text = JSON.stringify(state ?? {});
  return text === '{}' ? lines : [...lines, `state: ${text}`];
}
