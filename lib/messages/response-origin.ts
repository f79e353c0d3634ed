// Source of a response made instead of the server's, or of a request that the page did not make, as in records and in
// the panel.

/** The panel sent the request; the server responded. */
export const SENT_BY_YOU = 'sent by you';

export function servedFrom(source: string, nth: number): string {
  return `served from ${source} #${nth}`;
}

export function failedByRule(position: number): string {
  return `failed by rule ${position}`;
}

const SERVED = /^(served from )(.*)( #\d+)$/s;
const FAILED = /^failed by rule \d+$/;

/** Renames the source in an origin; any other text is taken as the name. */
export function renamedOrigin(origin: string, rename: (source: string) => string): string {
  if (FAILED.test(origin) || origin === SENT_BY_YOU) return origin;
  const [, before = '', source = origin, after = ''] = SERVED.exec(origin) ?? [];
  return `${before}${rename(source)}${after}`;
}
