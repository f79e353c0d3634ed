// `npm run bench`: prints every benchmark. Needs a built extension and Chromium. `npm run bench -- core`, `use`,
// `files`, `open`, `page`, `armed`, `live`, `panel` or `proxy` runs one part; `--save` writes the parts that ran to RESULTS.md.
import { coreBench } from './core.bench';
import { filesBench } from './files.bench';
import { liveBench } from './live.bench';
import { openBench } from './open.bench';
import { armedBench, pageBench } from './page.bench';
import { panelBench } from './panel.bench';
import { proxyBench } from './proxy.bench';
import { saveResults } from './results';
import { formatRows, type Row } from './table';
import { useBench } from './use.bench';

const parts: readonly { name: string; run(): Promise<readonly Row[]> }[] = [
  { name: 'core', run: coreBench },
  { name: 'use', run: useBench },
  { name: 'files', run: async () => filesBench() },
  { name: 'open', run: openBench },
  { name: 'page in Chromium', run: () => pageBench('chromium') },
  { name: 'page in Firefox', run: () => pageBench('firefox') },
  { name: 'armed in Chromium', run: () => armedBench('chromium') },
  { name: 'armed in Firefox', run: () => armedBench('firefox') },
  { name: 'live', run: liveBench },
  { name: 'panel', run: panelBench },
  { name: 'proxy', run: proxyBench },
];

const asked = process.argv.slice(2).filter((argument) => argument !== '--save');
for (const { name, run } of parts) {
  if (asked.length > 0 && !asked.some((each) => name === each || name.startsWith(`${each} `))) continue;
  const rows = await run();
  console.log(`\n== ${name}\n${formatRows(rows)}`);
  if (process.argv.includes('--save')) saveResults(name, rows);
}
