// Over every transport, the panel has what the page has: all events in order, the messages and the state.
import { TRANSPORTS } from '../harness/transports';
import { converse } from './drive/demo';
import { expectSame, panelOn, story } from './story';

for (const transport of TRANSPORTS) {
  story(`chat over ${transport}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ transport, pace: 2 }));
    await converse(tab, 'What is the weather like?', 'And elsewhere?');
    await expectSame(tab, panel);
  });
}
