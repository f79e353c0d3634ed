// Size of random comparisons. All of it takes minutes: those are the projects `long` and `wire` in `npm run test:all`.
// `npm run test:ci` runs a part beside its stories, daily work a smaller share; always with the same seeds.

/** True in the project `long`. */
export const isLong = process.env['LENS_LONG'] === '1';

/** One in so many of them in the project `long`. */
const LONG_SHARE = Number(process.env['LENS_SHARE'] ?? 1);

/** `all` or a share of them in the project `long`, otherwise one in `share`; an environment variable replaces both. */
export function sampleSize(all: number, variable = '', share = 20): number {
  return Number(process.env[variable] ?? Math.ceil(all / (isLong ? Math.min(LONG_SHARE, share) : share)));
}
