// A request and its response in tabs, like in a network panel.
import type { Stream } from '@/lib/core/log/types';
import { goToStreamEnd } from '@/lib/panel/navigate';
import { REQUEST_TABS, type RequestTab } from '@/lib/panel/settings';
import { streamAt } from '@/lib/panel/stream-at';
import { useSession, useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Tabs, tabId } from '../ui/tabs';
import { Headers } from './headers';
import { Initiator } from './initiator';
import { Payload } from './payload';
import { Response } from './response';
import { Timing } from './timing';

const BODIES = {
  headers: Headers,
  payload: Payload,
  response: Response,
  initiator: Initiator,
  timing: Timing,
} as const satisfies Record<RequestTab, unknown>;

export function RequestView({ stream: now }: { stream: Stream }) {
  const { settings } = useWorkspace();
  const session = useSession();
  const { log, cursor } = session;
  const stream = streamAt(log, cursor, now);
  const { requestTab: selected } = settings.values.value;
  const Body = BODIES[selected];
  const isPast = stream.events < now.events || (stream.close === undefined && now.close !== undefined);
  return (
    <section class="request-view" aria-label={TEXTS.request}>
      <Tabs
        label={TEXTS.request}
        tabs={REQUEST_TABS.map((id) => ({ id, label: TEXTS.requestView.tabs[id] }))}
        selected={selected}
        panel="request"
        onSelect={(id) =>
          settings.change({ requestTab: REQUEST_TABS.find((tab) => tab === id) ?? 'headers' })
        }
      />
      <div id="request" role="tabpanel" class="pad" aria-labelledby={tabId('request', selected)}>
        {isPast && (
          <p class="bar later-note">
            <span>{TEXTS.requestView.asOf(cursor.seq.value)}</span>
            <button type="button" onClick={() => goToStreamEnd(session, now)}>
              {TEXTS.requestView.toEnd}
            </button>
          </p>
        )}
        <Body stream={stream} now={now} />
      </div>
    </section>
  );
}
