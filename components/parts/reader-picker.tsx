// The client that reads a stream: detected from its request, or chosen for its site.
import type { Reader } from '@/lib/core/consumers/consumer';
import { consumers, findConsumer, readerOf, siteOf } from '@/lib/core/consumers/consumers';
import type { Stream } from '@/lib/core/log/types';
import { useSession, useWorkspace } from '../app/context';
import { TEXTS } from '../texts';

export function evidenceOf({ consumer, evidence }: Reader): string {
  return TEXTS.reader.title(consumer.name, evidence);
}

/** Applies to all streams of the site. */
export function ReaderPicker({ stream }: { stream: Stream }) {
  const workspace = useWorkspace();
  const { annotations, models } = useSession();
  const site = siteOf(stream);
  const chosen = annotations.consumers[site];
  return (
    <select
      aria-label={TEXTS.reader.label}
      title={evidenceOf(models.readers(stream))}
      value={chosen ?? ''}
      onChange={(event) => {
        void workspace.readFor(site, findConsumer(event.currentTarget.value)?.id);
      }}
    >
      <option value="">{TEXTS.reader.found(readerOf(stream).consumer.name)}</option>
      {consumers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
