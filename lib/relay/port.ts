// The part of a runtime port that the relay uses, so that tests can put their own in its place.

/** One end of a two-way line that may break at any moment. */
export interface Port {
  /** Throws where the line is broken already. */
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
}

/** What of a browser's runtime port is needed. */
export interface RuntimePort {
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** A runtime port as a Port; `readError` reads runtime.lastError, or the browser reports it in the page's console. */
export function fromRuntimePort(port: RuntimePort, readError: () => unknown): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener((message) => listener(message)),
    onClose: (listener) =>
      port.onDisconnect.addListener(() => {
        readError();
        listener();
      }),
    close: () => port.disconnect(),
  };
}
