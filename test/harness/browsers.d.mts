/** Path of Chromium, Chrome or Edge: CHROMIUM_PATH or the usual places. */
export function findChromium(): string | undefined;
/** Path of Firefox: FIREFOX_PATH or the usual places. */
export function findFirefox(): string | undefined;
/** The sentence about a browser that cannot take the built extension; undefined where there is nothing to say. */
export function whyNot(name: 'chromium' | 'firefox'): string | undefined;
