// TanStack AI: its client repeats forwardedProps as `data`, its messages carry what is its own in `metadata.tanstack`
// (earlier also `parts`), and it joins a durable run again by offset and run id.
import { isJsonObject, type JsonObject } from '@/lib/agui/json';
import type { Consumer } from '@/lib/consumer/consumer';
import { TANSTACK } from '@/lib/consumer/profile';
import { lastMessage } from '@/lib/consumer/request-shape';

function isOwnMessage(message: JsonObject | undefined): boolean {
  if (message === undefined) return false;
  const { metadata, parts } = message;
  return parts !== undefined || (isJsonObject(metadata) && isJsonObject(metadata['tanstack']));
}

const JOIN = /[?&]offset=[^&]*&(?:.*&)?runId=|[?&]runId=[^&]*&(?:.*&)?offset=/;

/** TanStack AI's chat client. */
export const tanstack: Consumer = {
  id: 'tanstack',
  name: 'TanStack AI',
  evidence({ input, url }) {
    if (input !== undefined && 'data' in input && 'forwardedProps' in input)
      return 'the request repeats forwardedProps as "data"';
    if (isOwnMessage(lastMessage(input))) return 'the messages of the request carry metadata of TanStack AI';
    return input === undefined && JOIN.test(url) ? 'the URL joins a run by offset and runId' : undefined;
  },
  profileFor: () => TANSTACK,
};
