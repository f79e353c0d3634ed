// Before the first story: a browser that cannot take the extension is one sentence and ends the run.
import { parseArgs } from 'node:util';
import { whyNot } from '../harness/browsers.mjs';

/** Playwright's global set-up. The requested projects are only on the command line. */
export default function checkBrowsers(): void {
  const options = { project: { type: 'string', multiple: true } } as const;
  const { project = [] } = parseArgs({ options, strict: false, allowPositionals: true }).values;
  const names = (['chromium', 'firefox'] as const).filter(
    (name) => project.length === 0 || project.includes(name),
  );
  const sentences = names.map(whyNot).filter((sentence) => sentence !== undefined);
  if (sentences.length === 0) return;
  console.error(sentences.join('\n'));
  // An error would be printed with its place in this file.
  process.exit(1);
}
