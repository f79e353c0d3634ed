// Why rows miss their goals after honest tries; RESULTS.md has it below each table.

/** The beginning of rows, and why they are what they are. */
export const missed: readonly (readonly [rows: string, why: string])[] = [
  [
    '1000 small fetches',
    'Two browsers without the extension differ by as much from each other. What the taps do, by a profile: 10 to 35 µs a fetch, most of it for looking at the type of the answer.',
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
    'A batch is full every 7 ms, and each read brings 8 kB where it brings 64 at full speed: what a read and a batch cost is there eight times as often.',
  ],
  [
    '1000000 rows scrolled',
    'A third is JavaScript, the rest style, layout and paint of some forty rows by the browser. Rows placed by transform or by offset, contained or not, clipped or not, measured in one page: no difference.',
  ],
];
