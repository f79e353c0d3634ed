// MAIN world, before any script of the document: installs the taps. No dependencies, no parsing. The options are for
// the manifest; the built script calls `capturePage` directly (wxt.config.ts).
import { defineContentScript } from 'wxt/utils/define-content-script';
import { LOCAL } from '@/lib/background/relay/sites';
import { capturePage } from '@/lib/page/start';

export default defineContentScript({
  matches: LOCAL,
  world: 'MAIN',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: capturePage,
});
