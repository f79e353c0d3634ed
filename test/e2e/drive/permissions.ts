// Sites that a user grants and revokes. Neither browser's dialog can be driven: Chromium's profile already contains the
// grants, so that it does not ask again; Firefox grants them by its own module.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { Marionette } from './marionette';
import { FIREFOX_ADDON_ID } from './paths';

/** The id that Chromium makes of the folder of an extension. */
function chromiumId(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}

/** Prepares a fresh profile of Chromium for sites, given as match patterns, to be granted without a dialog. */
export function letGrant(profile: string, extension: string, sites: readonly string[]): void {
  const permissions = { api: [], manifest_permissions: [], explicit_host: sites, scriptable_host: [] };
  const settings = {
    [chromiumId(extension)]: { granted_permissions: permissions, runtime_granted_permissions: permissions },
  };
  mkdirSync(join(profile, 'Default'), { recursive: true });
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ extensions: { settings } }));
}

/** Grants or revokes a site in Chromium, by what the extension's own pages call. */
export async function permitInChromium(
  { context, origin }: { readonly context: BrowserContext; readonly origin: string },
  call: 'request' | 'remove',
  site: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/panel.html?file`);
  const asked = page.evaluate(`chrome.permissions.${call}({ origins: [${JSON.stringify(site)}] })`);
  if ((await asked) !== true) throw new Error(`Chromium did not ${call} ${site}.`);
  // The background registers its scripts after that; a page that is loaded before has none.
  await page.waitForFunction(`chrome.scripting.getRegisteredContentScripts().then((scripts) =>
    scripts.some(({ matches }) => matches?.includes(${JSON.stringify(site)})) === ${call === 'request'})`);
  await page.close();
}

/** Grants or revokes a site in Firefox, as its page of add-ons does. */
export async function permitInFirefox(
  marionette: Marionette,
  call: 'add' | 'remove',
  site: string,
): Promise<void> {
  await marionette.chrome(
    `const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
    const [id, call, site] = arguments;
    const { extension } = WebExtensionPolicy.getByID(id);
    return ExtensionPermissions[call](id, { permissions: [], origins: [site] }, extension).then(() => undefined)`,
    FIREFOX_ADDON_ID,
    call,
    site,
  );
}
