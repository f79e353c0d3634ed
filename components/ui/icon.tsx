// Icons as paths: independent of fonts.

const PATHS = {
  first: 'M4 3v10M12.5 3.5 6.5 8l6 4.5z',
  previous: 'M11 3 5 8l6 5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  next: 'M5 3l6 5-6 5z',
  last: 'M12 3v10M3.5 3.5 9.5 8l-6 4.5z',
  live: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3.5 13.5h9',
  clear: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 11.8l7.6-7.6',
  import: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M3 10.5v3h10v-3',
  export: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 10.5v3h10v-3',
  library: 'M3 2.5h2.5v11H3zM7 2.5h2.5v11H7zM11 3.2l2.3-.6 2.4 10.6-2.3.6z',
  pair: 'M2.5 3.5h11v9h-11zM8 3.5v9',
  share:
    'M12 5.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM4 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM12 14.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.5 7.2l5-2.8M5.5 8.8l5 2.8',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  funnel: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5v-5.5z',
  gear: 'M8 5.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
} as const;

const FILLED: ReadonlySet<string> = new Set(['first', 'previous', 'play', 'next', 'last']);

export type IconName = keyof typeof PATHS;

/** 16 px, decorative: the button has the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={FILLED.has(name) ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width={name === 'pause' ? 2.4 : 1.4}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
