// The panel beside the demo page, which is in a frame and captures itself.

import type { StoredBatch, StoredSession } from '@/lib/messages/messages';
import { asText, toRawBatch } from '@/lib/messages/raw-batch';
import { type ChannelEvents, createDirectChannel } from '@/lib/panel/channel';
import { createWorkspace } from '@/lib/panel/workspace';
import { mountPage } from './mount-page';
import { scheduler } from './scheduler';
import { settingsOfSite, siteParts } from './viewer-page';
import { createWebHost, unstoredSession } from './web-host';

const frameOfDemo = (): HTMLIFrameElement | null => document.querySelector('iframe#demo');

export const isDemo = (): boolean => frameOfDemo() !== null;

/** The session of the demo. Clear starts another one, Record stops and starts capture. */
class DemoSession {
  #events: ChannelEvents | undefined;
  #sessions = 0;
  #batches = 0;
  #isRecording = true;

  open(events: ChannelEvents): () => void {
    this.#events = events;
    events.connection('connected');
    return () => {
      this.#events = undefined;
    };
  }

  clear(): void {
    this.#sessions++;
    this.#batches = 0;
    this.#events?.session(undefined, this.#isRecording);
  }

  record(isOn: boolean): void {
    this.#isRecording = isOn;
    this.#events?.session(this.#batches === 0 ? undefined : this.#facts(), isOn);
  }

  take(doc: string, n: number, body: string): void {
    if (!this.#isRecording) return;
    const session = this.#id();
    if (this.#batches === 0) this.#events?.session(this.#facts(), true);
    const batch: StoredBatch = { id: this.#batches++, session, tab: 0, frameId: 0, doc, n, body };
    this.#events?.batches(session, [batch], false);
  }

  #id(): string {
    return `demo-${this.#sessions}`;
  }

  #facts(): StoredSession {
    return unstoredSession(this.#id(), location.href);
  }
}

type Deliver = (doc: string, n: number, body: unknown, bytes: unknown) => void;

declare global {
  interface Window {
    agUiLensDemo?: Deliver;
  }
}

export function startDemo(): void {
  const session = new DemoSession();
  const channel = createDirectChannel((events) => session.open(events), {
    clear: () => session.clear(),
    record: (isOn) => session.record(isOn),
  });
  window.agUiLensDemo = (doc, n, body, bytes) => {
    const raw = toRawBatch(body, bytes);
    if (raw !== undefined) session.take(doc, n, asText(raw).body);
  };
  const host = createWebHost({ settings: settingsOfSite(), reportParts: siteParts });
  const reload = () => frameOfDemo()?.contentWindow?.location.reload();
  const page = () => Promise.resolve({ kind: 'ready' } as const);
  mountPage(createWorkspace(channel, { ...host, hasPage: true, page, reload }, scheduler));
}
