// Network requests of an extension, as recorded by the browser itself: in Chromium's network log, or by an observer of
// every HTTP channel in Firefox. Neither is a part of the watched pages.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Marionette } from './marionette';

/** A request and its initiator. */
export interface NetworkRequest {
  readonly by: string;
  readonly url: string;
}

/** The switches for Chromium's own log of the network. */
export const netLogArgs = (path: string): readonly string[] => [
  `--log-net-log=${path}`,
  '--net-log-capture-mode=IncludeSensitive',
];

/** An entry of Chromium's log; only those that start a request have an initiator. */
interface NetLogEntry {
  readonly params?: { readonly url?: string; readonly initiator?: string };
}

/** The requests in Chromium's log; one entry a line, and a browser that was killed ends in the middle of one. */
function requestsInNetLog(text: string): readonly NetworkRequest[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"initiator"')) return [];
    const { params }: NetLogEntry = JSON.parse(line.replace(/(,|\]\})?\s*$/, ''));
    return params?.url === undefined ? [] : [{ by: params.initiator ?? '', url: params.url }];
  });
}

/** Starts to note in Firefox what is asked for, from its start on. */
export async function observeFirefox(marionette: Marionette): Promise<void> {
  await marionette.chrome(`
    const noted = [];
    Services.obs.addObserver((subject) => {
      const channel = subject.QueryInterface(Ci.nsIHttpChannel);
      const { triggeringPrincipal, loadingPrincipal } = channel.loadInfo;
      const by = [triggeringPrincipal, loadingPrincipal].find((each) => each?.schemeIs("moz-extension"));
      noted.push({ by: by?.originNoSuffix ?? triggeringPrincipal?.originNoSuffix ?? "", url: channel.URI.spec });
    }, "http-on-opening-request");
    Services.wm.getMostRecentWindow("navigator:browser").lensRequests = noted;`);
}

/** Writes what Firefox has noted, where Chromium would have written it. */
export async function writeFirefox(marionette: Marionette, path: string): Promise<void> {
  const noted = await marionette.chrome<string>(
    'return JSON.stringify(Services.wm.getMostRecentWindow("navigator:browser").lensRequests)',
  );
  writeFileSync(path, noted);
}

/** Reads what a browser wrote that has been closed. */
export function readRequests(path: string): readonly NetworkRequest[] {
  const text = readFileSync(path, 'utf8');
  if (!text.startsWith('[')) return requestsInNetLog(text);
  const noted: readonly NetworkRequest[] = JSON.parse(text);
  return noted;
}
