// What the scenarios use of a page.

/** A page with a package in it. */
export interface App {
  /** What a person can do there. */
  readonly act: Readonly<Record<string, (...words: string[]) => unknown>>;
  /** The messages that it has, in AG-UI's shape. */
  messages(): unknown;
  state(): unknown;
  /** What the package reported, if it did. */
  error(): string;
}

declare global {
  interface Window {
    app: App;
  }
}

const asked = new URLSearchParams(location.search);

/** Where the page's server is. */
export const API: string = asked.get('api') ?? '';

/** Which way of using the package is shown. */
export const MODE: string = asked.get('mode') ?? '';

/** An error as text. */
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
