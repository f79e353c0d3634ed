// TanStack AI: its client repeats forwardedProps as `data`, marks messages in `metadata.tanstack`, and rejoins a
// durable run by offset and run id.

import { lastMessage } from '@/lib/core/agui/request-facts';
import type { Consumer } from '@/lib/core/consumers/consumer';
import { TANSTACK } from '@/lib/core/consumers/profile';
import { isInOrder, statesVersion } from '@/lib/core/consumers/request-shape';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { wordsIn } from '@/lib/core/json/words-in';

/** Members of its request, in its order. */
const ORDER = wordsIn('threadId runId parentRunId resume state messages tools context forwardedProps data');

function isOwnMessage(message: JsonObject | undefined): boolean {
  const metadata = message?.['metadata'];
  return isJsonObject(metadata) && isJsonObject(metadata['tanstack']);
}

/** This client always repeats forwardedProps as `data`. */
function repeatsProps({ data, forwardedProps }: JsonObject): boolean {
  return data !== undefined && JSON.stringify(data) === JSON.stringify(forwardedProps);
}

const JOIN = /[?&]offset=[^&]*&(?:.*&)?runId=|[?&]runId=[^&]*&(?:.*&)?offset=/;

export const tanstack: Consumer = {
  id: 'tanstack',
  name: 'TanStack AI',
  evidence({ input, url, transport }) {
    if (input === undefined) {
      return transport === 'fetch' && JOIN.test(url) ? 'the URL joins a run by offset and runId' : undefined;
    }
    // It does not state a version.
    if (statesVersion(input)) return undefined;
    if (repeatsProps(input)) return 'the request repeats forwardedProps as "data"';
    if (!isOwnMessage(lastMessage(input)) || !isInOrder(Object.keys(input), ORDER)) return undefined;
    return 'the messages of the request carry metadata of TanStack AI';
  },
  profileFor: () => TANSTACK,
};
