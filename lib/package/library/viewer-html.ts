// The page of the panel as a viewer of files.

interface ViewerPage {
  /** URLs of the panel's script and style. */
  readonly script: string;
  readonly style: string;
  /** Source of the script, the style and images, for the policy; by default the page's own. */
  readonly source?: string;
  /** The script runs by this instead of its source. */
  readonly nonce?: string;
  /** Sources that the page may read, for its policy. */
  readonly connect: string;
  /** Files to show; without `isFollowed`, they are read once. */
  readonly files?: readonly { readonly name: string; readonly url: string; readonly isFollowed?: boolean }[];
  /** URL of a page in a frame before the panel, which captures itself. */
  readonly frame?: string;
  /** More elements of the head. */
  readonly head?: string;
}

/** The page. It loads nothing but its script, its style and what `connect` names. */
export function viewerHtml({
  script,
  style,
  source = "'self'",
  nonce,
  connect,
  files = [],
  frame,
  head = '',
}: ViewerPage): string {
  // In JSON, this sign stands only in strings.
  const list = JSON.stringify(files).replaceAll('<', '\\u003c');
  const policy = `default-src 'none'; script-src ${nonce === undefined ? source : `'nonce-${nonce}'`}; style-src ${source} 'unsafe-inline'; img-src ${source} data:; media-src data:; connect-src ${connect}; worker-src 'self'; base-uri 'none'; form-action 'none'${frame === undefined ? '' : "; frame-src 'self'"}`;
  const framed = frame === undefined ? '' : `<iframe id="demo" src="${frame}" title="Demo page"></iframe>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>AG-UI Lens</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${head}</head>
<body>
${framed}<div id="app"></div>
<script type="application/json" id="files">${list}</script>
<script${nonce === undefined ? '' : ` nonce="${nonce}"`} src="${script}"></script>
</body>
</html>
`;
}
