// Checks of the panel with axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Panel } from './browser';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Violations in the current panel, one line each. */
export function violations(panel: Panel): Promise<readonly string[]> {
  return panel.evaluate(async (source) => {
    const scope = globalThis as { axe?: Axe };
    if (scope.axe === undefined) new Function(source).call(globalThis);
    if (scope.axe === undefined) throw new Error('axe did not start in the panel.');
    const found = await scope.axe.run({ resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, AXE);
}

export async function setTheme(panel: Panel, theme: string): Promise<void> {
  await panel.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
}

/** In both themes; the dark one stays. */
export async function expectNoViolations(panel: Panel): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await setTheme(panel, theme);
    expect(await violations(panel), theme).toEqual([]);
  }
}
