// The Findings view with something in it: axe finds nothing, and nothing is cut off in a narrow panel.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Axe } from './drive/axe';
import { setTheme } from './drive/axe';
import { expect, story } from './story';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RECORDING = join(import.meta.dirname, '../fixtures/lint/zero-length-frame/stream.jsonl');

for (const theme of ['light', 'dark']) {
  story(`findings by rule, ${theme}: axe finds nothing, also narrow`, async ({ tab }) => {
    const panel = await tab.openPanel();
    await setTheme(panel, theme);
    await panel.evaluate((text) => lens.import('wrong.agui.jsonl', text), readFileSync(RECORDING, 'utf8'));
    await panel.click('tab', /^Findings/);
    await expect
      .poll(() => panel.evaluate(() => document.querySelectorAll('.rule-group').length))
      .toBeGreaterThan(0);
    const seen = await panel.evaluate(async (source) => {
      const scope = globalThis as { axe?: Axe };
      if (scope.axe === undefined) new Function(source).call(globalThis);
      if (scope.axe === undefined) throw new Error('axe did not start in the panel.');
      document.body.style.width = '320px';
      const groups = document.querySelectorAll('.rule-group').length;
      const found = await scope.axe.run({ resultTypes: ['violations'] });
      const wide = [...document.querySelectorAll('.rule-group *')].filter(
        (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline',
      );
      document.body.style.width = '';
      return {
        groups,
        violations: found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        wide: wide.map((each) => each.outerHTML.slice(0, 200)),
      };
    }, AXE);
    expect(seen.groups).toBeGreaterThan(0);
    expect(seen).toMatchObject({ violations: [], wide: [] });
  });
}
