// As much of VS Code as the extension uses: one file, its editor, and a save dialog.
import { posix } from 'node:path';

type Listener<T> = (value: T) => void;

function createEvent<T>() {
  const listeners = new Set<Listener<T>>();
  const on = (listener: Listener<T>) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  return {
    on,
    fire: (value: T) => {
      for (const listener of listeners) listener(value);
    },
  };
}

class Uri {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  static joinPath = ({ path }: Uri, ...names: string[]) => new Uri(posix.join(path, ...names));
  toString = () => `file://${encodeURI(this.path)}`;
}

interface Provider {
  resolveCustomEditor(document: { uri: Uri }, panel: object): void;
}

/** Bytes that VS Code's messages carry: it makes JSON of everything but typed arrays, and `Buffer` is none of them. */
const carried = (message: object): unknown =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      value?.constructor === Uint8Array ? new TextDecoder().decode(value) : JSON.parse(JSON.stringify(value)),
    ]),
  );

/** Makes a VS Code with one file, `/folder/name`. */
export function createFakeVscode(name: string) {
  const files = new Map<string, Buffer>();
  const uri = new Uri(`/folder/${name}`);
  const changed = createEvent<Uri>();
  const created = createEvent<Uri>();
  const fromPanel = createEvent<object>();
  const disposed = createEvent<undefined>();
  const providers = new Map<string, Provider>();
  /** Pages, in their order, and the messages to each. */
  const pages: { readonly html: string; readonly messages: unknown[] }[] = [];
  const errors: string[] = [];
  let size: number | undefined;
  const webview = {
    options: {},
    cspSource: 'https://*.vscode-cdn.net',
    asWebviewUri: ({ path }: Uri) => `https://file%2B.vscode-cdn.net${path}`,
    onDidReceiveMessage: fromPanel.on,
    postMessage: async (message: object) => pages.at(-1)?.messages.push(carried(message)),
    set html(html: string) {
      pages.push({ html, messages: [] });
    },
  };
  const vscode = {
    Uri,
    RelativePattern: class {},
    workspace: {
      fs: {
        stat: async ({ path }: Uri) => ({ size: size ?? files.get(path)?.length }),
        readFile: async ({ path }: Uri) => files.get(path),
        writeFile: async ({ path }: Uri, bytes: Uint8Array) => void files.set(path, Buffer.from(bytes)),
      },
      createFileSystemWatcher: () => ({
        onDidChange: changed.on,
        onDidCreate: created.on,
        dispose: () => errors.push('The watcher has ended.'),
      }),
    },
    window: {
      registerCustomEditorProvider: (type: string, provider: Provider) => providers.set(type, provider),
      showSaveDialog: async ({ defaultUri }: { defaultUri: Uri }) => defaultUri,
      showErrorMessage: (text: string) => errors.push(text),
    },
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  return {
    vscode,
    webview,
    providers,
    pages,
    errors,
    files,
    context: { extensionUri: new Uri('/extension'), subscriptions: [] },
    async write(text: string) {
      files.set(uri.path, Buffer.from(text));
      changed.fire(uri);
      await turn();
    },
    setSize: (bytes: number) => void (size = bytes),
    async open(type: string) {
      providers.get(type)?.resolveCustomEditor({ uri }, { webview, onDidDispose: disposed.on });
      await turn();
    },
    async send(message: object) {
      fromPanel.fire(message);
      await turn();
    },
    close: () => disposed.fire(undefined),
  };
}
