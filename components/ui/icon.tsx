// Icons as paths: independent of fonts.

const PATHS = {
  previous: 'M11 3 5 8l6 5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  next: 'M5 3l6 5-6 5z',
  live: 'M8 6.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM4.6 4.6a4.8 4.8 0 0 0 0 6.8M11.4 4.6a4.8 4.8 0 0 1 0 6.8M2.6 2.6a7.6 7.6 0 0 0 0 10.8M13.4 2.6a7.6 7.6 0 0 1 0 10.8',
  clear: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 11.8l7.6-7.6',
  import: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M3 10.5v3h10v-3',
  export: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 10.5v3h10v-3',
  library: 'M3 2.5h2.5v11H3zM7 2.5h2.5v11H7zM11 3.2l2.3-.6 2.4 10.6-2.3.6z',
  pair: 'M2.5 3.5h11v9h-11zM8 3.5v9',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  funnel: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5v-5.5z',
  gear: 'M6.4 3.4L6.8 1.7L9.2 1.7L9.6 3.4L10.1 3.6L11.6 2.7L13.3 4.4L12.4 5.9L12.6 6.4L14.3 6.8L14.3 9.2L12.6 9.6L12.4 10.1L13.3 11.6L11.6 13.3L10.1 12.4L9.6 12.6L9.2 14.3L6.8 14.3L6.4 12.6L5.9 12.4L4.4 13.3L2.7 11.6L3.6 10.1L3.4 9.6L1.7 9.2L1.7 6.8L3.4 6.4L3.6 5.9L2.7 4.4L4.4 2.7L5.9 3.6zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  close: 'M4 4l8 8M12 4l-8 8',
  commands: 'M2.5 3h11v10h-11zM5 6l2 2-2 2M8.5 10.5H11',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.4v.1',
} as const;

const FILLED: ReadonlySet<string> = new Set(['previous', 'play', 'next']);

type IconName = keyof typeof PATHS;

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
