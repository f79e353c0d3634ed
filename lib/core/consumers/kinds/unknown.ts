// Fallback: no evidence for a known client.
import type { Consumer } from '@/lib/core/consumers/consumer';

export const unknown: Consumer = {
  id: 'unknown',
  name: 'an unknown reader',
  evidence: () => 'nothing in the request shows which client sent it',
  profileFor: () => undefined,
};
