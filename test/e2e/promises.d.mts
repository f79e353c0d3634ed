/** Pattern of the files with stories of a promise, for Playwright. */
export const PROMISE_FILES: RegExp;
