// What the user has set in the panel, remembered between panels. What was stored is read at one gate: a value that
// means nothing any more falls back to its default, the others stay.
import { type ReadonlySignal, signal } from '@preact/signals';
import { z } from 'zod/v4';

/** What the column of time can show, in the order in which its head goes through them. */
export const TIME_MODES = ['previous', 'run', 'start', 'clock'] as const;

const column = z.object({
  /** Pixels; absent for the column's own width. */
  width: z.number().min(24).max(2_000).optional(),
  /** Whether it is shown; absent for the column's own default. */
  shown: z.boolean().optional(),
});

const price = z.object({
  model: z.string().min(1).max(200),
  /** Per million tokens. */
  input: z.number().min(0),
  output: z.number().min(0),
});

const schema = z.object({
  /** Whether the deltas of one message, call or reasoning are one row. */
  isFolded: z.boolean().catch(true),
  /** What the column of time counts from: the event before, the first, the run's first; or the time of day. */
  time: z.enum(TIME_MODES).catch('previous'),
  /** Columns of the event list, by id. */
  columns: z.record(z.string(), column).catch({}),
  theme: z.enum(['auto', 'light', 'dark']).catch('auto'),
  /** Filters that were saved, newest first. */
  filters: z.array(z.string().max(2_000)).max(50).catch([]),
  /** Ids of the rules that are switched off, by the origin of the page; '' for files. */
  rulesOff: z.record(z.string(), z.array(z.string().max(100)).max(500)).catch({}),
  /** Who reads the streams of a site, where the user has chosen, by the site's origin. */
  consumers: z.record(z.string().max(500), z.string().max(100)).catch({}),
  /** Pointers into the state that are watched. */
  watched: z.array(z.string().max(2_000)).max(50).catch([]),
  /** Whether messages are shown as markdown. */
  isMarkdown: z.boolean().catch(false),
  /** Whether the list keeps what came before the page was loaded again. */
  isPreserved: z.boolean().catch(true),
  /** Whether two views are shown side by side where there is room, and the second of them. */
  isPaired: z.boolean().catch(false),
  secondView: z.string().max(40).catch('state'),
  /** Prices of models, for the cost of runs. */
  prices: z.array(price).max(100).catch([]),
  /** Whether the overview is shown. */
  hasOverview: z.boolean().catch(true),
});

/** What the column of time shows. */
export type TimeMode = (typeof TIME_MODES)[number];

/** Everything that can be set. */
export type SettingValues = Readonly<z.infer<typeof schema>>;

const DEFAULTS: SettingValues = schema.parse({});

/** Where settings are kept: one text. */
export interface SettingsStore {
  read(): string | null;
  write(text: string): void;
}

/** The settings of a panel. */
export interface Settings {
  readonly values: ReadonlySignal<SettingValues>;
  /** Changes some of them and stores all. */
  change(part: Partial<SettingValues>): void;
  /** Back to the defaults. */
  reset(): void;
}

function stored(store: SettingsStore): SettingValues {
  try {
    const parsed = schema.safeParse(JSON.parse(store.read() ?? '{}'));
    return parsed.success ? parsed.data : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

/** Reads the settings from a store. */
export function createSettings(store: SettingsStore): Settings {
  const values = signal(stored(store));
  const set = (next: SettingValues): void => {
    values.value = next;
    try {
      store.write(JSON.stringify(next));
    } catch {
      // Storage may be full or forbidden: then they hold for as long as the panel is open.
    }
  };
  return {
    values,
    change: (part) => set({ ...values.value, ...part }),
    reset: () => set(DEFAULTS),
  };
}
