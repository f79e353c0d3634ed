// Why rows miss their goals after honest tries; RESULTS.md has it below each table.

/** The beginning of rows, and why they are what they are. */
export const missed: readonly (readonly [rows: string, why: string])[] = [
  [
    '1000 small fetches',
    'Two browsers without the extension differ by as much from each other. What the taps do, by a profile: 10 to 35 µs a fetch, most of it for looking at the type of the answer.',
  ],
  [
    '100000 events of a run, only read',
    "Nothing of an answer without a rule passes through the director: the page has the browser's own response. Two runs without rules differ by 1.00 to 1.79 from each other (in brackets), so this is no proof of a cost, nor of none.",
  ],
  [
    'uploads of',
    'Nothing is read of such a body, nor is anything of it copied; it is the same object that the browser gets. What differs is between two browsers.',
  ],
  [
    '100000 events by fetch, read and parsed',
    'The taps alone are within noise (1.0); the rest is one copy, the event that hands it to the bridge, and the port. A port costs by the byte, whatever it carries.',
  ],
  [
    '100000 events by fetch at 8 kB/ms',
    'A batch is full every 7 ms, and each read brings 8 kB where it brings 64 at full speed: what a read costs is there eight times as often. Of a batch, most is the port: 0.4 ms where the other process sleeps between two, 0.2 at full speed. Fewer answers of the background were tried: 3 % less.',
  ],
  [
    '100000 events by fetch, only read',
    'Reached in Chromium, but for moments. In Firefox the page itself reads for next to nothing, and one copy and the port come on top.',
  ],
  [
    'the same for each event: page to bridge',
    'The two rows above it, for each event: one copy, the event that hands it to the bridge, and the port.',
  ],
  [
    '2500 events at',
    'What is read is handed over every 50 ms: a hundred batches in five seconds, 0.3 ms each in Chromium and 0.6 in Firefox, whose processes sleep between two.',
  ],
  [
    '1000000 rows scrolled',
    'A third is JavaScript, the rest style, layout and paint of some forty rows by the browser. Rows placed by transform or by offset, contained or not, clipped or not, measured in one page: no difference.',
  ],
  ['live, 2000 events/s', 'One task of 56 ms in a minute; none on a quiet machine.'],
  [
    'a file of',
    'On a quiet machine the first rows are there after 0.2 s, and no task takes longer than 50 ms. What is left is a worker that starts, and the first piece on its way.',
  ],
  [
    'bytes to events',
    'Split and JSON.parse are a third of it. Nothing else is large: collecting the frames, values and rows that are made 0.3 to 0.5 µs, finding frames 0.17, table and columns 0.2, entities 0.1, checks of types and fields 0.2.',
  ],
  [
    'bytes to model',
    'With the findings reached on a quiet machine (3.3 to 3.7 µs). A fifth is garbage collection; the largest step is asking the rules, 0.4 µs.',
  ],
  [
    'one delta of a',
    'A fifth is collecting the copies that make each state stay what it was. The walk checks what the stock client checks (0.8 µs); a path is split and its keys are read in 0.7.',
  ],
  ['compaction of', 'Reached on a quiet machine, but for a tenth.'],
  [
    '1000000 events compacted safely',
    'Most of it is the model, which is folded along for what was and for what is left, so that nothing goes that an app would show.',
  ],
  [
    'a step of the cursor',
    'Most of it is what every view pays, Event as much as State: the list goes to the row, and what stands beside it is drawn anew.',
  ],
  [
    'memory of a',
    'Each delta keeps a copied segment of 176 bytes, and each of the checkpoints its top; a tree copies three small objects. Less would need values as a journal for each place instead of copies.',
  ],
  [
    'seek among',
    'The median and p95 are below a millisecond. Traced: about one seek in a hundred meets a collection of young objects, which takes 2 to 9 ms of CPU; the others above the goal are the first thirty, whose code is not compiled yet.',
  ],
];
