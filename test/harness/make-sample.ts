// Makes public/sample.agui.jsonl, the recording that an empty panel offers: demo agents as the extension captured
// them. `npm run build && npx tsx test/harness/make-sample.ts`.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { converse, demoUrl } from '../e2e/drive/demo';
import { launch } from '../e2e/drive/launch';
import { ROOT } from '../e2e/drive/paths';
import { startServer } from './server';

const CONVERSATIONS: readonly (readonly [agent: string, ...texts: string[]])[] = [
  ['chat', 'What is the weather in London?', 'And somewhere warmer?'],
  ['reasoning', 'How many legs do three spiders have?'],
  ['subagents', 'Write me a report.'],
  ['everything', 'Show me everything.'],
  ['frontend-tool', 'Paint the page.'],
  ['interrupt', 'Delete the report.'],
  ['broken-bad-patch', 'Change the state.'],
  ['broken-truncated', 'Tell me a story.'],
  ['http-500', 'Are you there?'],
];

const server = await startServer();
const browser = await launch('chromium', { dock: 'undocked' });
try {
  const { tab } = browser;
  await tab.goto(demoUrl(server.url));
  const panel = await tab.openPanel();
  for (const [agent, ...texts] of CONVERSATIONS) {
    await tab.goto(demoUrl(server.url, { agent, pace: 30 }));
    await converse(tab, ...texts);
    // A person reads the question and agrees.
    if (agent !== 'interrupt') continue;
    await new Promise((done) => setTimeout(done, 1_700));
    await tab.evaluate(() => window.demo.resume(true));
  }
  await new Promise((done) => setTimeout(done, 1_000));
  const text = await panel.evaluate(() => lens.export('recording'));
  writeFileSync(
    resolve(ROOT, 'public/sample.agui.jsonl'),
    text.replaceAll(server.url, 'http://localhost:8000'),
  );
} finally {
  await browser.close();
  await server.close();
}
