// How much of a random comparison runs. All of it takes minutes: that is the project `long`, which `npm test` runs.
// In daily work a share runs, always with the same seeds.

/** True in the project `long`. */
export const isLong = process.env['LENS_LONG'] === '1';

/** `all` in the project `long`, otherwise one in `share` of them; an environment variable replaces both. */
export function amount(all: number, variable = '', share = 20): number {
  return Number(process.env[variable] ?? Math.ceil(isLong ? all : all / share));
}
