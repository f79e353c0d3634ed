// Stories of a promise: nothing is lost in silence, the page is left alone, nothing leaves the browser, and the everyday
// questions are answered in the real DevTools. `npm test` runs these; `npm run test:all` runs the others too.
const PROMISES = [
  ...[
    'abrupt',
    'bytes',
    'disk-full',
    'durability',
    'flood',
    'kills',
    'leaving',
    'loaded-ahead',
    'put-away',
    'walk',
  ],
  ...[
    'capture-channel',
    'capture-late',
    'capture-members',
    'capture-stacks',
    'capture-timers',
    'capture-unseen',
  ],
  ...[
    'garbage',
    'hostile',
    'privacy',
    'private',
    'questions',
    'sites',
    'sizes',
    'transports',
    'undetected',
    'widths',
  ],
];

/** Pattern of the files with stories of a promise, for Playwright. */
export const PROMISE_FILES = new RegExp(`/(?:${PROMISES.join('|')})\\.e2e\\.ts$`);
