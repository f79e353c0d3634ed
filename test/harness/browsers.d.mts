/** Path of Chromium, Chrome or Edge: CHROMIUM_PATH or the usual places. */
export function findChromium(): string | undefined;
/** Path of Firefox: FIREFOX_PATH or the usual places. */
export function findFirefox(): string | undefined;
