// MAIN world, before any script of the page: installs the taps. Depends on nothing and never parses.
import { defineContentScript } from 'wxt/utils/define-content-script';
import { offerChannel } from '@/lib/capture/handover';
import { installCapture } from '@/lib/capture/install';
import { LOCAL } from '@/lib/relay/sites';

export default defineContentScript({
  matches: LOCAL,
  world: 'MAIN',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main() {
    installCapture(window, offerChannel(window));
  },
});
