// The form for a site's retention and capture settings.
import type { SiteSettings } from '@/lib/background/relay/site-settings';
import { type Site, setSiteSettings } from './site';

const MEGABYTE = 1024 * 1024;
const KEEP = [
  [undefined, 'until replaced by newer ones'],
  [30, 'for 30 days'],
  [7, 'for 7 days'],
  [1, 'for a day'],
  [0, 'until the tab is closed'],
] as const;
const MOST = [undefined, 64, 16, 4].map((megabytes) => megabytes && megabytes * MEGABYTE);

interface SiteFormProps {
  readonly site: Site;
  onChange(): void;
}

export function SiteForm({ site: { origin, settings }, onChange }: SiteFormProps) {
  const set = (next: SiteSettings) => void setSiteSettings(origin ?? '', next).then(onChange);
  const { onlyWatched, keepDays, lengthMax, ...others } = settings;
  const changed = (part: { [K in keyof SiteSettings]: SiteSettings[K] | undefined }): void => {
    const all = { ...others, onlyWatched, keepDays, lengthMax, ...part };
    set({
      ...(all.onlyWatched && { onlyWatched: true }),
      ...(all.keepDays !== undefined && { keepDays: all.keepDays }),
      ...(all.lengthMax !== undefined && { lengthMax: all.lengthMax }),
    });
  };
  return (
    <fieldset>
      <legend>On this site</legend>
      <label>
        <input
          type="checkbox"
          checked={onlyWatched !== true}
          onChange={(event) => changed({ onlyWatched: event.currentTarget.checked ? undefined : true })}
        />{' '}
        Capture while DevTools is closed
      </label>
      <label>
        Keep unsaved sessions{' '}
        <select
          value={String(keepDays)}
          onChange={(event) =>
            changed({ keepDays: KEEP.find(([days]) => String(days) === event.currentTarget.value)?.[0] })
          }
        >
          {KEEP.map(([days, text]) => (
            <option key={text} value={String(days)}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Maximum session size{' '}
        <select
          value={String(lengthMax)}
          onChange={(event) =>
            changed({ lengthMax: MOST.find((length) => String(length) === event.currentTarget.value) })
          }
        >
          {MOST.map((length) => (
            <option key={String(length)} value={String(length)}>
              {(length ?? 192 * MEGABYTE) / MEGABYTE} MB
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
