// Makes the archive of the extension of VS Code: a ZIP file with a package of its own, and two files that describe it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import extension from '../../package.json' with { type: 'json' };
import { bundleEditor, bundleReport } from './bundles';
import { noticesOf } from './notices';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTPUT = resolve(ROOT, '.output');

const NAME = 'AG-UI Lens';
const DESCRIPTION =
  'Opens recordings of AG-UI event streams: timeline, messages, state at any event, findings.';

export const manifest = {
  name: extension.name,
  displayName: NAME,
  publisher: 'ag-ui-lens',
  version: extension.version,
  description: DESCRIPTION,
  license: extension.license,
  categories: ['Visualization', 'Debuggers'],
  keywords: ['ag-ui', 'agents', 'sse', 'har'],
  icon: 'icon.png',
  // Its browser is the oldest that the panel works in, and its Node has Web Crypto.
  engines: { vscode: `^${extension.devDependencies['@types/vscode']}` },
  main: './dist/extension.js',
  browser: './dist/extension.js',
  // Files are only read.
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  contributes: {
    customEditors: [
      {
        viewType: 'ag-ui-lens.recording',
        displayName: NAME,
        selector: [{ filenamePattern: '*.agui.jsonl' }],
        priority: 'default',
      },
      {
        viewType: 'ag-ui-lens.stream',
        displayName: NAME,
        selector: [{ filenamePattern: '*.sse' }, { filenamePattern: '*.har' }],
        priority: 'option',
      },
    ],
  },
};

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".css" ContentType="text/css"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".png" ContentType="image/png"/>
</Types>
`;

const ASSETS = {
  'Microsoft.VisualStudio.Code.Manifest': 'package.json',
  'Microsoft.VisualStudio.Services.Content.Details': 'README.md',
  'Microsoft.VisualStudio.Services.Content.License': 'LICENSE.txt',
  'Microsoft.VisualStudio.Services.Icons.Default': manifest.icon,
};

const { name, publisher, version, engines, categories, keywords } = manifest;
const VSIX_MANIFEST = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
<DisplayName>${NAME}</DisplayName>
<Description xml:space="preserve">${DESCRIPTION}</Description>
<Tags>${keywords.join(',')},__web_extension</Tags>
<Categories>${categories.join(',')}</Categories>
<GalleryFlags>Public</GalleryFlags>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace,web"/>
<Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
</Properties>
<License>extension/LICENSE.txt</License>
<Icon>extension/${manifest.icon}</Icon>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
${Object.entries(ASSETS)
  .map(([type, path]) => `<Asset Type="${type}" Path="extension/${path}" Addressable="true"/>`)
  .join('\n')}
</Assets>
</PackageManifest>
`;

/** Puts the extension together in a folder, and packs it; returns the path of the archive. */
export async function packEditor(output = OUTPUT): Promise<string> {
  const folder = resolve(output, 'vscode');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = new Set<string>();
  await bundleReport(join(folder, 'dist'), packages);
  await bundleEditor(join(folder, 'dist'));
  cpSync(resolve(ROOT, 'LICENSE'), join(folder, 'LICENSE.txt'));
  cpSync(resolve(ROOT, 'lib/package/vscode/README.md'), join(folder, 'README.md'));
  cpSync(resolve(ROOT, 'public/icon/128.png'), join(folder, manifest.icon));
  writeFileSync(join(folder, 'NOTICES.txt'), noticesOf([...packages].sort()));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const path = resolve(output, `${name}-${version}.vsix`);
  writeFileSync(
    path,
    zipSync({
      '[Content_Types].xml': Buffer.from(CONTENT_TYPES),
      'extension.vsixmanifest': Buffer.from(VSIX_MANIFEST),
      ...Object.fromEntries(
        files.map((file) => [
          `extension/${file.slice(folder.length + 1).replaceAll('\\', '/')}`,
          readFileSync(file),
        ]),
      ),
    }),
  );
  return path;
}
