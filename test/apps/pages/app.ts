// API of a page for scenarios.

/** A page with a package in it. */
export interface App {
  /** User actions by name. */
  readonly act: Readonly<Record<string, (...words: string[]) => unknown>>;
  /** The messages that it has, in AG-UI's shape. */
  messages(): unknown;
  state(): unknown;
  /** Error reported by the package, or ''. */
  error(): string;
}

declare global {
  interface Window {
    app: App;
  }
}

const asked = new URLSearchParams(location.search);

/** URL of the page's server. */
export const API: string = asked.get('api') ?? '';

/** The page's way of using the package. */
export const MODE: string = asked.get('mode') ?? '';

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Makes the page known, and keeps what it has on the screen. */
export function show(app: App): void {
  window.app = app;
  const paint = () => {
    const root = document.getElementById('root');
    if (root !== null) root.textContent = JSON.stringify([app.messages(), app.state(), app.error()]);
    requestAnimationFrame(paint);
  };
  paint();
}
