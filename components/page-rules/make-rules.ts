// New rules: from the session on screen, or for failures.

import { frameText } from '@/lib/core/files/bodies';
import { readLog } from '@/lib/core/files/read-log';
import { scopeBatches } from '@/lib/core/files/scope';
import { canServe, responsesOfEvents, servedExchanges } from '@/lib/core/files/served-exchanges';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { isSentByUser } from '@/lib/core/log/create-stream';
import type { Log } from '@/lib/core/log/log';
import { isConnection } from '@/lib/core/log/stream-facts';
import type { Stream } from '@/lib/core/log/types';
import { createEventQuery } from '@/lib/core/query/event-query';
import { isFieldName } from '@/lib/core/query/fields';
import { faults } from '@/lib/core/what-if/faults';
import type { EventMatch } from '@/lib/messages/event-edits';
import { recordsOf } from '@/lib/messages/incoming';
import type { ActionOf, PageRule, PageRuleAction } from '@/lib/messages/page-rules';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { notify, runJob } from '../app/notices';
import { filtered, isPartShown, shownSeqs } from '../export/export-file';
import { TEXTS } from '../texts';

const newRule = (action: PageRuleAction, match: PageRule['match'] = {}): PageRule => ({
  id: crypto.randomUUID(),
  isOn: true,
  match,
  action,
});

/**
 * A new rule comes first, so that it takes precedence. It starts the rules, unless it is only an example, which waits
 * for its switch while others run, or rules that the user has stopped would start, too.
 */
function add({ host: { pageRules }, dialog }: Workspace, rule: PageRule, isExample = false): void {
  if (pageRules === undefined) return;
  const others = pageRules.list.value;
  const isOn = !isExample || !pageRules.isArmed.value;
  pageRules.set([{ ...rule, isOn }, ...others]);
  if (!isExample && !others.some(({ isOn }) => isOn)) pageRules.start();
  dialog.value = 'rules';
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const ends = [...first.matchAll(/\//g)].map(({ index }) => index + 1);
  const end = ends.findLast((at) => others.every((path) => path.startsWith(first.slice(0, at)))) ?? 0;
  return first.slice(0, end);
}

/**
 * The pattern of the common path at any host; undefined if the requests have several paths. Connections need a
 * pattern: that of their common folder.
 */
function patternFor(streams: readonly Stream[]): string | undefined {
  // The URLs of a file are not URLs of the page.
  const urls = streams.map(({ url }) => URL.parse(url)).filter((url) => url?.protocol !== 'file:');
  const paths = [...new Set(urls.map((url) => url?.pathname ?? '/'))];
  const folder = paths.length > 1 && streams.some(isConnection) ? commonFolder(paths) : '';
  const [path = ''] = paths.length === 1 ? paths : [folder];
  return path.length > 1 ? `*${path}*` : undefined;
}

/** The batches of the session on screen; undefined, with a notice, if they are no longer stored. */
async function rereadBatches(
  workspace: Workspace,
  { reading }: Session,
  { isPart = false } = {},
): Promise<readonly FileBatch[] | undefined> {
  const again = await reading.again();
  if ('batches' in again && !(isPart && again.isShorter))
    return again.batches.map((batch) => ({ ...batch, records: recordsOf(batch) }));
  notify(workspace, 'error', TEXTS.rules.gone('gone' in again ? again.gone : TEXTS.partDiscarded));
  return undefined;
}

export async function serveSession(
  workspace: Workspace,
  isWanted: (stream: Stream) => boolean = (stream) => !isSentByUser(stream),
  runId?: string,
): Promise<void> {
  const { session, name } = workspace.current.value;
  const batches = await rereadBatches(workspace, session);
  if (batches === undefined) return;
  serveLog(workspace, { name: name ?? TEXTS.rules.thisSession, log: session.log, batches }, isWanted, runId);
}

export async function serveShown(workspace: Workspace): Promise<void> {
  const { session, name } = workspace.current.value;
  if (!isPartShown(session)) return serveSession(workspace);
  await runJob(workspace, TEXTS.rules.findingEvents, async (signal) => {
    const text = session.filter.text.value;
    await filtered(session, signal);
    const seqs = new Set(shownSeqs(session));
    const batches = await rereadBatches(workspace, session, { isPart: true });
    // Stops if the user has opened or filtered something else.
    const isOver = signal.aborted || workspace.current.value.session !== session;
    if (isOver || session.filter.text.value !== text || batches === undefined) return undefined;
    const { dialects } = session.annotations;
    const part = scopeBatches(session.log, batches, (seq) => seqs.has(seq));
    const log = readLog(part, { dialect: ({ key }) => dialects.get(key) });
    const servable = { name: TEXTS.rules.partOf(name ?? TEXTS.rules.thisSession), log, batches: part };
    serveLog(workspace, servable, (stream) => !isSentByUser(stream));
    return undefined;
  });
}

/** A recording to serve, and its name in the list of rules. */
interface Servable {
  readonly name: string;
  readonly log: Log;
  readonly batches: readonly FileBatch[];
}

/** With a `runId`, only the responses of that run, if there are any. */
export function serveLog(
  workspace: Workspace,
  { name, log, batches }: Servable,
  isWanted: (stream: Stream) => boolean = () => true,
  runId?: string,
): void {
  const exchanges = servedExchanges(log, batches, isWanted);
  const ofRun = exchanges.filter(({ run }) => run === runId);
  if (exchanges.length === 0) {
    notify(workspace, 'error', TEXTS.rules.nothingToServe);
    return;
  }
  const url = patternFor(log.streams.filter((stream) => canServe(stream) && isWanted(stream)));
  addServe(workspace, name, ofRun.length > 0 ? ofRun : exchanges, url);
}

function addServe(
  workspace: Workspace,
  source: string,
  exchanges: ActionOf<'serve'>['exchanges'],
  url?: string,
): void {
  const action = { kind: 'serve', source, exchanges, isPaused: false, pace: 1 } as const;
  add(workspace, newRule(action, url === undefined ? {} : { url }));
}

/** Serves events unchanged, as one response per run. */
export function serveEvents(workspace: Workspace, events: readonly Json[]): void {
  const framed = events.map((event) => ({
    text: frameText({ text: JSON.stringify(event) }),
    event: isJsonObject(event) ? event : undefined,
  }));
  addServe(workspace, TEXTS.rules.handWritten, responsesOfEvents({ url: 'file:///events' }, framed));
}

export const FAILURE: PageRuleAction = {
  kind: 'status',
  status: 500,
  body: '{"error":"failed by AG-UI Lens"}',
  contentType: 'application/json',
};

/** Rules for connections need a URL. */
function newMatch({ current }: Workspace): PageRule['match'] {
  const streams = current.value.session.log.streams.filter(({ events }) => events > 0);
  const url = streams.every(isConnection) ? patternFor(streams) : undefined;
  return url === undefined ? {} : { url };
}

function addChange(
  workspace: Workspace,
  { event, edit }: Pick<ActionOf<'change'>, 'event' | 'edit'>,
  isExample = false,
): void {
  add(workspace, newRule({ kind: 'change', event, edit }, newMatch(workspace)), isExample);
}

export function failRequests(workspace: Workspace): void {
  add(workspace, newRule(FAILURE));
}

/** The filter of the list as a match of single events; undefined if it needs more than one event. */
function filterMatch({ current }: Workspace): EventMatch | undefined {
  const query = current.value.session.filter.text.value.trim();
  if (query === '' || createEventQuery(query, isFieldName).problems.length > 0) return undefined;
  return { query };
}

/** The user chooses the change in the dialog: dropping the events is an example. */
export function changeEvents(workspace: Workspace): void {
  const event = filterMatch(workspace) ?? { query: 'type:TEXT_MESSAGE_CONTENT', nth: 1 };
  addChange(workspace, { event, edit: { kind: 'drop' } }, true);
}

export function holdEvents(workspace: Workspace, event = filterMatch(workspace)): void {
  addChange(workspace, { event: event ?? { query: 'type:TOOL_CALL_START' }, edit: { kind: 'hold' } });
}

export const LIVE_FAULTS = faults.flatMap(({ id, summary, live }) => (live ? [{ id, summary, live }] : []));

export function addFault(workspace: Workspace, id: string): void {
  const fault = LIVE_FAULTS.find((each) => each.id === id);
  if (fault !== undefined) addChange(workspace, fault.live);
}
