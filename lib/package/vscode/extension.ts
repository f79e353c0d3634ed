// The extension of VS Code: shows a file in the panel, sends what is appended to it, and saves. It parses nothing.
import * as vscode from 'vscode';
import type { FilePart, FromEditor } from '@/lib/messages/editor';
import { viewerHtml } from '@/lib/package/library/viewer-html';

/** Longer files are not opened, bytes: a file crosses three processes whole. `lens open` reads it in parts. */
const SIZE_MAX = 512 * 1024 ** 2;
/** Length of the end of the file that is compared before a part is appended, bytes. */
const TAIL = 4096;

async function readFile(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > SIZE_MAX) throw new Error('The file is longer than 512 MiB. Show it with lens open.');
  return vscode.workspace.fs.readFile(uri);
}

/** In Node, VS Code reads a `Buffer`, and its messages carry other typed arrays only. */
const copyFrom = (bytes: Uint8Array, start: number) => new Uint8Array(bytes.subarray(start));

/** Joins calls while one is under way to a single one after it. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await run();
    }
    isRunning = false;
  };
}

async function saveFile(near: vscode.Uri, name: string, bytes: ArrayBuffer): Promise<void> {
  const defaultUri = vscode.Uri.joinPath(near, '..', name);
  const chosen = await vscode.window.showSaveDialog({ defaultUri });
  if (chosen !== undefined) await vscode.workspace.fs.writeFile(chosen, new Uint8Array(bytes));
}

function watch(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  // A name may hold the signs of a pattern.
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const look = (written: vscode.Uri) => {
    if (written.toString() === uri.toString()) changed();
  };
  watcher.onDidChange(look);
  // Programs that write a file whole give a new one its name.
  watcher.onDidCreate(look);
  return watcher;
}

function openEditor(files: vscode.Uri, uri: vscode.Uri, panel: vscode.WebviewPanel): void {
  const { webview } = panel;
  const name = uri.path.split('/').at(-1) ?? '';
  const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(files, file)).toString();
  const load = () => {
    webview.html = viewerHtml({
      script: address('report.js'),
      style: address('report.css'),
      source: webview.cspSource,
      nonce: crypto.randomUUID(),
      // Its own script and style, for a report that is exported.
      connect: webview.cspSource,
    });
  };
  let isClosed = false;
  const fail = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isClosed) void vscode.window.showErrorMessage(`${name}: ${reason}`);
  };
  let sent = 0;
  let tail = new Uint8Array();
  const send = oneAtATime(async () => {
    try {
      const bytes = await readFile(uri);
      const isGrown = tail.every((byte, at) => byte === bytes[sent - tail.length + at]);
      // Another content: the panel starts again, and asks for it.
      if (!isGrown) return load();
      if (sent > 0 && bytes.length === sent) return;
      const part: FilePart = { name, bytes: copyFrom(bytes, sent) };
      sent = bytes.length;
      tail = copyFrom(bytes, -TAIL);
      await webview.postMessage(part);
    } catch (error) {
      fail(error);
    }
  });
  webview.options = { enableScripts: true, localResourceRoots: [files] };
  webview.onDidReceiveMessage((message: FromEditor) => {
    if (message.kind === 'save') return void saveFile(uri, message.name, message.bytes).catch(fail);
    sent = 0;
    tail = new Uint8Array();
    send();
  });
  const watcher = watch(uri, send);
  panel.onDidDispose(() => {
    isClosed = true;
    watcher.dispose();
  });
  load();
}

/** Called by VS Code when the first file is opened. */
export function activate({ extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const files = vscode.Uri.joinPath(extensionUri, 'dist');
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    resolveCustomEditor: ({ uri }, panel) => openEditor(files, uri, panel),
  };
  const options = {
    webviewOptions: { retainContextWhenHidden: true },
    supportsMultipleEditorsPerDocument: true,
  };
  // The manifest has one editor for files that are ours, and one that is offered for others.
  for (const type of ['ag-ui-lens.recording', 'ag-ui-lens.stream'])
    subscriptions.push(vscode.window.registerCustomEditorProvider(type, provider, options));
}
