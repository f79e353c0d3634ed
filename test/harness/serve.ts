// The demo server by itself: `npx tsx test/harness/serve.ts`, then open the address in any browser.
import { startServer } from './server';

const server = await startServer();
console.log(`The demo page is at ${server.url}/?agent=chat&transport=sse; stop with Ctrl-C.`);
