// Before the page itself: the agent in place of the network, and the taps around it.
import { installCapture } from '@/lib/page/install';
import { randomId } from '@/lib/page/random-id';
import { installAgents } from './agents-in-page';

installAgents(window);
document.documentElement.dataset['transports'] = 'sse protobuf ndjson';
const doc = randomId();
let n = 0;
installCapture(window, (body, bytes) => {
  window.parent.agUiLensDemo?.(doc, n++, body, bytes);
  return true;
});
