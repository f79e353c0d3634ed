// Whose eyes messages and state are seen with. A client that stops at a violation never hands the rest to the app.
import { useSession } from '../context';
import { TEXTS } from '../texts';

/** The choice between what was sent and what the app got. */
export function PerspectivePicker() {
  const { perspective } = useSession().models;
  return (
    <select
      aria-label={TEXTS.seenBy}
      title={TEXTS.seenBy}
      value={perspective.value}
      onChange={(event) => {
        perspective.value = event.currentTarget.value === 'app' ? 'app' : 'server';
      }}
    >
      <option value="server">{TEXTS.seenByServer}</option>
      <option value="app">{TEXTS.seenByApp}</option>
    </select>
  );
}
