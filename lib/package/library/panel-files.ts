// The panel as one script and its style.

/** Places: in the package, in one of its folders, and in a built extension. */
const PLACES = [
  ['./report.js', './report.css'],
  ['../report.js', '../report.css'],
  ['../../../.output/chrome-mv3/report.js', '../../../.output/chrome-mv3/assets/report.css'],
] as const;

/** Reads the files; undefined in a browser, or without a build. */
export function panelFiles(): { readonly script: string; readonly style: string } | undefined {
  // Browsers have no process, old versions of node not all of it.
  const node = globalThis.process as Partial<NodeJS.Process> | undefined;
  // An import of `node:fs` would fail in browsers.
  const fs = node?.getBuiltinModule?.('node:fs');
  if (fs === undefined) return undefined;
  for (const paths of PLACES) {
    try {
      const [script, style] = paths.map((path) => fs.readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (script !== undefined && style !== undefined) return { script, style };
    } catch {
      // Another place.
    }
  }
  return undefined;
}
