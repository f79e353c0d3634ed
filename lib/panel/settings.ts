// Stored settings of the panel. Each value is validated separately; an invalid one falls back to its default.
import { type ReadonlySignal, signal } from '@preact/signals';
import { IGNORABLE, type Ignorable } from '@/lib/core/compare/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { SEVERITIES } from '@/lib/core/lint/order';
import type { Severity } from '@/lib/core/lint/types';
import {
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  recordOf,
  text,
  type Validator,
} from '@/lib/messages/validators';
import { STEP_KINDS, type StepKind } from './navigate';
import { SPEEDS, type Speed } from './playback';

/** Modes of the time column, in the order of clicks on its header. */
export const TIME_MODES = ['previous', 'run', 'start', 'clock'] as const;

interface ColumnSetting {
  /** Pixels; absent for the column's own width. */
  readonly width?: number | undefined;
  /** Absent for the column's own default. */
  readonly shown?: boolean | undefined;
}

/** Order of a table. */
interface SortingSetting {
  /** Id of a column. */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Price of a model per million tokens. */
interface PriceSetting {
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

export const REQUEST_TABS = ['headers', 'payload', 'response', 'initiator', 'timing'] as const;
export type RequestTab = (typeof REQUEST_TABS)[number];

const THEMES = ['auto', 'light', 'dark'] as const;
const STATE_FORMS = ['tree', 'diff'] as const;
const DIFF_FORMS = ['tree', 'list'] as const;

export type TimeMode = (typeof TIME_MODES)[number];

export interface SettingValues {
  /** True if the deltas of one message, call or reasoning share a row. */
  readonly isFolded: boolean;
  /** Origin of the time column. */
  readonly time: TimeMode;
  /** Columns of the event list, by id. */
  readonly columns: Readonly<Record<string, ColumnSetting>>;
  readonly theme: (typeof THEMES)[number];
  /** Saved filters, newest first. */
  readonly filters: readonly string[];
  /** Ids of disabled rules, by the origin of the page; '' for files. */
  readonly rulesOff: Readonly<Record<string, readonly string[]>>;
  /** Chosen consumers, by the origin of the site. */
  readonly consumers: Readonly<Record<string, string>>;
  /** Pointers of watched state values. */
  readonly watched: readonly string[];
  readonly isMarkdown: boolean;
  /** True if the list keeps events of earlier page loads. */
  readonly isPreserved: boolean;
  readonly view: string;
  /** Two views side by side, and the second of them. */
  readonly isPaired: boolean;
  readonly secondView: string;
  readonly requestTab: RequestTab;
  /** Form of the State view, and of its diff. */
  readonly stateForm: (typeof STATE_FORMS)[number];
  readonly diffForm: (typeof DIFF_FORMS)[number];
  readonly isHistoryOpen: boolean;
  /** Share of the first pane, by the name of its divider. */
  readonly panes: Readonly<Record<string, number>>;
  /** Names of closed panes. */
  readonly closed: readonly string[];
  /** Orders of tables, by the name of the table; absent for its natural order. */
  readonly sortings: Readonly<Record<string, SortingSetting>>;
  /** Severities that the Findings view hides. */
  readonly hiddenSeverities: readonly Severity[];
  /** Differences that a comparison of two runs ignores. */
  readonly ignored: readonly Ignorable[];
  readonly speed: Speed;
  /** Kind of event that the buttons beside the slider step to. */
  readonly stepKind: StepKind;
  readonly prices: readonly PriceSetting[];
  readonly hasOverview: boolean;
  /** True if runs are grouped by thread. */
  readonly areRunsGrouped: boolean;
  /** True if every file has a preview before it is shown, not only damaged ones. */
  readonly isFileAsked: boolean;
}

const column = objectOf<ColumnSetting>({ width: number(24, 2_000), shown: flag }, ['width', 'shown']);
const sorting = objectOf<SortingSetting>({ by: text(40), isDescending: flag });
const price = objectOf<PriceSetting>({ model: text(200, /./s), input: number(0), output: number(0) });

function valuesOf(stored: JsonObject): SettingValues {
  const take = <T>(name: keyof SettingValues, validate: Validator<T>, otherwise: T): T =>
    validate(stored[name]) ?? otherwise;
  return {
    isFolded: take('isFolded', flag, true),
    time: take('time', oneOf(TIME_MODES), 'previous'),
    columns: take('columns', recordOf(column), {}),
    theme: take('theme', oneOf(THEMES), 'auto'),
    filters: take('filters', listOf(text(2_000), 50), []),
    rulesOff: take('rulesOff', recordOf(listOf(text(100), 500)), {}),
    consumers: take('consumers', recordOf(text(100), text(500)), {}),
    watched: take('watched', listOf(text(2_000), 50), []),
    isMarkdown: take('isMarkdown', flag, false),
    isPreserved: take('isPreserved', flag, true),
    view: take('view', text(40), 'messages'),
    isPaired: take('isPaired', flag, false),
    secondView: take('secondView', text(40), 'state'),
    requestTab: take('requestTab', oneOf(REQUEST_TABS), 'headers'),
    stateForm: take('stateForm', oneOf(STATE_FORMS), 'tree'),
    diffForm: take('diffForm', oneOf(DIFF_FORMS), 'tree'),
    isHistoryOpen: take('isHistoryOpen', flag, false),
    panes: take('panes', recordOf(number(0.1, 0.9)), {}),
    closed: take('closed', listOf(text(40), 20), []),
    sortings: take('sortings', recordOf(sorting), {}),
    hiddenSeverities: take('hiddenSeverities', listOf(oneOf(SEVERITIES), SEVERITIES.length), ['info']),
    ignored: take('ignored', listOf(oneOf(IGNORABLE), IGNORABLE.length), ['ids', 'times']),
    speed: take('speed', (value) => SPEEDS.find((speed) => speed === value), 1),
    stepKind: take('stepKind', oneOf(STEP_KINDS), 'event'),
    prices: take('prices', listOf(price, 100), []),
    hasOverview: take('hasOverview', flag, true),
    areRunsGrouped: take('areRunsGrouped', flag, false),
    isFileAsked: take('isFileAsked', flag, false),
  };
}

const DEFAULTS: SettingValues = valuesOf({});

/** Storage of the settings: one text. */
export interface SettingsStore {
  read(): string | null;
  write(text: string): void;
  /** Calls back after another panel has written. */
  watch?(changed: () => void): void;
}

export interface Settings {
  readonly values: ReadonlySignal<SettingValues>;
  /** A function gets the current values, with what other panels have stored. */
  change(part: Partial<SettingValues> | ((now: SettingValues) => Partial<SettingValues>)): void;
  reset(): void;
}

function stored(store: SettingsStore): SettingValues {
  try {
    const parsed: unknown = JSON.parse(store.read() ?? '{}');
    return isJsonObject(parsed) ? valuesOf(parsed) : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

export function createSettings(store: SettingsStore): Settings {
  const values = signal(stored(store));
  let isStored = true;
  const write = (next: SettingValues): void => {
    try {
      store.write(JSON.stringify(next));
      isStored = true;
    } catch {
      // The storage may be full or blocked: then settings last until the panel is closed.
      isStored = false;
    }
  };
  // Each panel keeps its own arrangement.
  const takeShared = (): void => {
    const { theme, filters, rulesOff, consumers, watched, prices } = stored(store);
    values.value = { ...values.value, theme, filters, rulesOff, consumers, watched, prices };
  };
  store.watch?.(takeShared);
  return {
    values,
    change(change) {
      // The event of another panel may not have arrived yet.
      if (typeof change === 'function' && isStored) takeShared();
      const part = typeof change === 'function' ? change(values.value) : change;
      values.value = { ...values.value, ...part };
      // Another panel may have stored the rest.
      write({ ...stored(store), ...part });
    },
    reset() {
      values.value = DEFAULTS;
      write(DEFAULTS);
    },
  };
}
