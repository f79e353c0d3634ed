import { quoted } from '@/lib/core/agui/quoted';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import type { Rule } from '@/lib/core/lint/types';

export const noKnownEvent: Rule = {
  id: 'no-known-event',
  severity: 'error',
  needsHistory: true,
  summary: 'No event of the response has a type that AG-UI knows.',
  spec: 'https://docs.ag-ui.com/concepts/events#event-types-overview',
  impact: 'Clients drop every event: the run ends without an error, and the app gets nothing.',
  fix: 'Send the types exactly as the protocol spells them, such as RUN_STARTED. In Python, send the value of the enumeration, not its name or repr.',
  boundary(boundary, _model, { ending, timing, profile }) {
    if (boundary.kind !== 'close' || timing === undefined || timing.hasKnown) return undefined;
    const { stream } = boundary;
    const { events, input, status = 200 } = stream;
    const { lastSpelling } = timing;
    const meant = typeMeantBy(lastSpelling);
    if (events === 0 || lastSpelling === '' || status >= 300) return undefined;
    // An unknown client may understand these types.
    if (lastSpelling !== timing.lastType && profile.effectOnOtherClients !== undefined) return undefined;
    // Other rules report other protocols, and events after the client has stopped.
    if ((meant === undefined && input === undefined) || ending?.stop !== undefined) return undefined;
    const all = events === 1 ? 'the only event is' : `all ${events} events are`;
    const hint = meant === undefined ? '' : ` AG-UI spells it ${meant}.`;
    return `No event type is known to AG-UI: ${all} dropped, and the run ends with nothing. Last type: ${quoted(lastSpelling, 80)}.${hint}`;
  },
};
