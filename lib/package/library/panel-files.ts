// The panel as one script and its style.

export interface PanelFiles {
  readonly script: string;
  readonly style: string;
}

type Places = readonly (readonly [script: string, style: string])[];

/** In the package, in one of its folders, and in a built site: a report, and the viewer of files. */
const VIEWERS: Places = [
  ['./report.js', './report.css'],
  ['../report.js', '../report.css'],
  ['../../../.output/site/report.js', '../../../.output/site/report.css'],
];

/** The extension fetches nothing: its panel for reports is no viewer. */
const REPORTS: Places = [
  ...VIEWERS.slice(0, 2),
  ['../../../.output/chrome-mv3/report.js', '../../../.output/chrome-mv3/assets/report.css'],
  ...VIEWERS.slice(2),
];

/** Reads the panel for reports; undefined in a browser, or without a build. */
export const reportFiles = (): PanelFiles | undefined => filesAt(REPORTS);

/** Reads the panel as a viewer of files; undefined in a browser, or without a build. */
export const viewerFiles = (): PanelFiles | undefined => filesAt(VIEWERS);

function filesAt(places: Places): PanelFiles | undefined {
  // Browsers have no process, old versions of node not all of it.
  const node = globalThis.process as Partial<NodeJS.Process> | undefined;
  // An import of `node:fs` would fail in browsers.
  const fs = node?.getBuiltinModule?.('node:fs');
  if (fs === undefined) return undefined;
  for (const paths of places) {
    try {
      const [script, style] = paths.map((path) => fs.readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (script !== undefined && style !== undefined) return { script, style };
    } catch {
      // Another place.
    }
  }
  return undefined;
}
