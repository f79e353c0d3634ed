// Settings of a site: retention and maximum length of its unsaved sessions, and capture only with an open panel.
// Stored by match pattern, like permissions, and validated field by field.
import { number } from '../../messages/validators';
import { type Fields, isObject } from '../../messages/values';
import { patternOf } from './sites';

/** Absent settings have the default. */
export interface SiteSettings {
  /** Days that an unsaved session is kept after its tab was closed; 0 for not at all. */
  readonly keepDays?: number;
  /** Maximum length of a session, in UTF-16 units. */
  readonly lengthMax?: number;
  /** Nothing is captured while no panel shows the tab. */
  readonly onlyWatched?: true;
}

export interface SettingsOfSites {
  readonly of: (site: string | undefined) => SiteSettings;
  readonly ofUrl: (url: string) => SiteSettings;
  readonly refresh: () => Promise<void>;
}

/** Key of the settings in the extension's own storage, written by the popup. */
export const SITE_SETTINGS_KEY = 'sites';

const NONE: SiteSettings = {};
const DAYS_MAX = 3650;
const LENGTH_MIN = 1024 * 1024;

const validDays = number(0, DAYS_MAX);
const validLength = number(LENGTH_MIN);

function settingsOf(value: unknown): SiteSettings {
  const fields: Fields = isObject(value) ? value : {};
  const keepDays = validDays(fields['keepDays']);
  const lengthMax = validLength(fields['lengthMax']);
  return {
    ...(keepDays !== undefined && { keepDays }),
    ...(lengthMax !== undefined && { lengthMax }),
    ...(fields['onlyWatched'] === true && { onlyWatched: true }),
  };
}

/** Stored settings by site, without default values. */
export function parseSiteSettings(stored: unknown): ReadonlyMap<string, SiteSettings> {
  const entries = isObject(stored) ? Object.entries(stored) : [];
  return new Map(entries.map(([site, value]) => [site, settingsOf(value)]));
}

/** The settings as loaded by `load`; empty before that, and if it fails. */
export async function createSettingsOfSites(load: () => Promise<unknown>): Promise<SettingsOfSites> {
  let settings: ReadonlyMap<string, SiteSettings> = new Map();
  const refresh = async (): Promise<void> => {
    settings = parseSiteSettings(await load().catch(() => undefined));
  };
  await refresh();
  const of = (site: string | undefined): SiteSettings => settings.get(site ?? '') ?? NONE;
  return { of, ofUrl: (url) => of(patternOf(url)), refresh };
}
