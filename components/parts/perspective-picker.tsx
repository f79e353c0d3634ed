// Perspective of messages and state: as sent by the server or as seen by the app. Unknown clients have no app
// perspective.
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { evidenceOf } from './reader-picker';
import { useThread } from './thread-picker';

export function PerspectivePicker() {
  const { models } = useSession();
  const { perspective } = models;
  const thread = useThread();
  const reader = thread && models.readerOf(thread);
  const isUnknown = reader !== undefined && reader.profile === undefined;
  const isApp = perspective.value === 'app';
  return (
    <label class="picker">
      <span class="picker-name">{TEXTS.seenBy}</span>{' '}
      <select
        aria-label={TEXTS.seenBy}
        title={reader === undefined ? TEXTS.seenBy : evidenceOf(reader)}
        value={perspective.value}
        onChange={(event) => {
          perspective.value = event.currentTarget.value === 'app' ? 'app' : 'server';
        }}
      >
        <option value="server">{TEXTS.seenByServer}</option>
        <option value="app" disabled={isUnknown}>
          {isUnknown ? TEXTS.seenByUnknown : TEXTS.seenByApp(reader?.consumer.name)}
        </option>
      </select>
      {isUnknown && isApp && <span class="dim">{TEXTS.reader.notPredicted}</span>}
    </label>
  );
}
