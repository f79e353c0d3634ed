// The part of a runtime port that the relay uses, so that tests can provide their own.

/** One end of a two-way connection that may break at any moment. */
export interface Port {
  /** Throws if the connection is already broken. */
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
}

interface RuntimePort {
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** `readError` reads runtime.lastError; otherwise the browser reports it in the page's console. */
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
