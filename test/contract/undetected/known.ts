// What a page that searches for us can still find: the lines of the README, and the probes that differ because of each.

/** One line of the list, with the probes by which it is found in each browser. */
interface Known {
  /** As it stands in the README. */
  readonly line: string;
  readonly chromium: readonly string[];
  readonly firefox: readonly string[];
}

const both = (...probes: string[]) => ({ chromium: probes, firefox: probes });

/** Everything that is known to differ; nothing else may. */
export const known: readonly Known[] = [
  {
    line: 'A frame of the same origin that a page reaches into in the tick in which it made it is not tapped yet, and tells natives from ours; its functions change when its document starts.',
    ...both(
      'text by toString of a srcdoc frame at once',
      'text by toString of a javascript frame at once',
      'functions of a srcdoc frame, at once and later',
      'functions of a blob frame, at once and later',
      'functions of a javascript frame, at once and later',
      'functions of a loaded frame, at once and later',
    ),
  },
  {
    line: 'Chromium: a rejection of `fetch` for what is no run, or of a method of a response that is not followed, has lines of ours in its stack if the page handles it.',
    chromium: [
      'rejected: fetch',
      'rejected: fetch of a bad address',
      'rejected: fetch of a bad method',
      'rejected: fetch of a GET with a body',
      'rejected: text twice',
      'rejected: text of a locked one',
      'wrong this, rejected',
      'wrong this of fetch',
      'no arguments',
      'fetch: stream as a body',
    ],
    firefox: [],
  },
  {
    line: 'Chromium: code of the page that the browser runs during a tapped call (`toString` of an argument, a getter of options, `onabort`) sees lines of ours below it.',
    chromium: [
      'stack seen from code that is called',
      'stack seen from a getter of options',
      'stack seen from a getter of fetch',
      'stack of abort by xhr',
    ],
    firefox: [],
  },
  {
    line: 'Chromium: a `prepareStackTrace` of the page is given call sites of ours.',
    chromium: ['call sites of prepareStackTrace'],
    firefox: [],
  },
  {
    line: 'The place of an error that a tapped function throws and nobody catches is ours in the `error` event of the window.',
    ...both('uncaught: place'),
  },
  {
    line: 'The promises of a run, and of reads of a stream that is followed, settle one microtask later.',
    chromium: ['ticks: run of a bad address', 'ticks: read of a run'],
    firefox: ['ticks: run of a bad address'],
  },
  {
    line: 'A proxy of the page in place of a list of headers notices that it is read once more.',
    ...both('asked: a proxied list of headers'),
  },
  {
    line: 'The words of some errors: sending a value that cannot become text and, in Chromium, writing to a tapped function that is frozen or to `caller` of a tapped class.',
    chromium: ['set caller', 'frozen one', 'prevented extension', 'send: refused values'],
    firefox: ['send: refused values'],
  },
  {
    line: 'Firefox: the order in which properties of the window, and new properties of a tapped function, are listed.',
    chromium: [],
    firefox: ['place among keys of the owner', 'names of window', 'redefine name', 'own property'],
  },
];
