// Source of an answer that was made in place of the server's, or of a request that the page did not make, as records and
// the panel have it.

/** The panel sent the request; the answer is the server's. */
export const SENT_BY_YOU = 'sent by you';

export function servedFrom(source: string, nth: number): string {
  return `served from ${source} #${nth}`;
}

export function failedByRule(position: number): string {
  return `failed by rule ${position}`;
}

const SERVED = /^(served from )(.*)( #\d+)$/s;
const FAILED = /^failed by rule \d+$/;

/** An origin with another name of its source; any other text is taken for that name. */
export function renamedOrigin(origin: string, rename: (source: string) => string): string {
  if (FAILED.test(origin) || origin === SENT_BY_YOU) return origin;
  const [, before = '', source = origin, after = ''] = SERVED.exec(origin) ?? [];
  return `${before}${rename(source)}${after}`;
}
