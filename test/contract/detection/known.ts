// Known ways for a page to detect the extension: the lines of lib/page/README.md, and the probes of each.

/** One line of the list, with the probes by which it is found in each browser. */
interface Known {
  /** As it stands in lib/page/README.md. */
  readonly line: string;
  readonly chromium: readonly string[];
  readonly firefox: readonly string[];
  /** The same for the oldest browsers that can take the extension, where they differ from today's. */
  readonly oldest?: {
    readonly chromium?: readonly string[];
    readonly firefox?: readonly string[];
    /** Differ there in some runs: it depends on what comes first. */
    readonly sometimes?: readonly string[];
  };
}

/** The oldest browsers that can take the extension, by their first number. */
const OLDEST = { chromium: 120, firefox: 140 } as const;

const both = (...probes: string[]) => ({ chromium: probes, firefox: probes });

/** The probes that differ in a browser because of a line. */
export function probesOf(
  { oldest, ...known }: Known,
  name: keyof typeof OLDEST,
  major: number,
): readonly string[] {
  return (major <= OLDEST[name] ? oldest?.[name] : undefined) ?? known[name];
}

/** Also differ in some runs. */
export function sometimesOf({ oldest }: Known, name: keyof typeof OLDEST, major: number): readonly string[] {
  return (major <= OLDEST[name] ? oldest?.sometimes : undefined) ?? [];
}

const REACHED_AT_ONCE = [
  'text by toString of a srcdoc frame at once',
  'text by toString of a javascript frame at once',
  'functions of a srcdoc frame, at once and later',
  'functions of a blob frame, at once and later',
  'functions of a javascript frame, at once and later',
  'functions of a loaded frame, at once and later',
];

/** Everything that is known to differ; nothing else may. */
export const known: readonly Known[] = [
  {
    line: 'A frame of the same origin that a page reaches into in the tick in which it made it (in Firefox 140 also a blank one, or a window) is not tapped yet, and tells natives from ours; its functions change when its document starts.',
    ...both(...REACHED_AT_ONCE),
    oldest: {
      firefox: [
        ...REACHED_AT_ONCE,
        'text by toString of a blank frame',
        'functions of a blank frame, at once and later',
        'functions after document.open',
      ],
      sometimes: ['functions of a window'],
    },
  },
  {
    line: 'Chromium: a rejection of `fetch` for what is not a run, or of a method of a response that is not followed, has lines of ours in its stack if the page handles it.',
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
    oldest: { firefox: [] },
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
    oldest: { chromium: ['frozen one', 'prevented extension'] },
  },
  {
    line: 'Chromium 120: a proxy that the page throws inside of a tapped call is asked for its stack, and the stack of a refused cycle by `__proto__` does not name that property.',
    chromium: [],
    firefox: [],
    // It takes a proxy of an error for an error, and cannot look behind ours.
    oldest: { chromium: ['cycle by __proto__', 'thrown: by the page, with a proxy'] },
  },
  {
    line: 'Firefox: the order in which properties of the window, and new properties of a tapped function, are listed.',
    chromium: [],
    firefox: ['place among keys of the owner', 'names of window', 'redefine name', 'own property'],
  },
];
