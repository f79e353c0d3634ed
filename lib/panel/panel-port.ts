// The part of a runtime port that is used; given by the entrypoint.
import type { FromPanel, ToPanel } from '@/lib/messages/messages';

export interface PanelPort {
  postMessage(message: FromPanel): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: ToPanel) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}
