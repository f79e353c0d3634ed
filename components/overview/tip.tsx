// Facts about the bar or finding under the pointer.
import type { Signal } from '@preact/signals';
import { formatMs } from '@/lib/core/json/format';
import { cut } from '@/lib/core/json/preview';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import { endMsOf } from '@/lib/core/metrics/run-ending';
import { elapsedMs, tokensOf } from '@/lib/core/metrics/run-figures';
import type { Timeline } from '@/lib/core/metrics/timeline';
import { argumentsMs, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Run, ToolCallEntry } from '@/lib/core/model/types';
import { promptOf } from '@/lib/panel/names';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { findingMs } from './bars';
import { CALL_HEIGHT, type CallBar, type OverviewTrack, RUN_HEIGHT, type RunBar } from './overview-paint';

export interface TipPlace {
  readonly ms: number;
  /** Pixels. */
  readonly x: number;
  readonly y: number;
  /** Time of a pixel, ms. */
  readonly pixelMs: number;
}

interface TipParts {
  readonly timeline: Timeline;
  readonly tracks: readonly OverviewTrack[];
  readonly bars: { readonly runs: readonly RunBar[]; readonly calls: readonly CallBar[] };
}

/** Distance at which a narrow mark is hit, pixels. */
const NEAR = 4;
const PROMPT_MAX = 120;

function runLines(session: Session, run: Run): readonly string[] {
  const { names, summaries, log, models } = session;
  const last = log.length - 1;
  const endMs = endMsOf(run, log, last);
  const token = run.firstTokenMs;
  const output = tokensOf(run, 'outputTokens') ?? 0;
  const prompt = promptOf(run.input);
  const facts = [
    TEXTS.run.endings(summaries.endingAt(run, { model: models.newest(), seq: last })),
    endMs === undefined ? '' : formatMs(elapsedMs(run, endMs)),
    token === undefined ? '' : TEXTS.run.firstToken(formatMs(elapsedMs(run, token))),
    output === 0 ? '' : TEXTS.run.tokensOut(output),
  ];
  return [
    prompt === undefined ? names.run(run) : `#${run.index + 1} ${cut(prompt, PROMPT_MAX)}`,
    facts.filter((fact) => fact !== '').join(' · '),
  ];
}

function callLines(call: ToolCallEntry): readonly string[] {
  const [args, waited] = [argumentsMs(call), waitingMs(call)];
  const facts = [
    args === undefined ? '' : TEXTS.tools.argumentsTook(formatMs(args)),
    waited === undefined ? '' : TEXTS.tools.waitedFor(formatMs(waited)),
  ];
  return [`ƒ ${cut(call.name, PROMPT_MAX)}`, facts.filter((fact) => fact !== '').join(' · ')];
}

function findingsAt(session: Session, timeline: Timeline, { ms, pixelMs }: TipPlace): readonly Finding[] {
  return session.findings.listed
    .peek()
    .filter(
      (finding) =>
        isAboveInfo(finding) && Math.abs(findingMs(finding, timeline, session.log) - ms) <= NEAR * pixelMs,
    );
}

export function barAt(
  { models }: Session,
  { tracks, bars }: Omit<TipParts, 'timeline'>,
  place: TipPlace,
): { readonly run?: Run | undefined; readonly call?: ToolCallEntry | undefined } {
  const track = tracks.find(({ top, height }) => place.y >= top && place.y < top + height);
  if (track === undefined) return {};
  const slack = NEAR * place.pixelMs;
  const isAt = (height: number) => (bar: RunBar | CallBar) =>
    bar.row === Math.floor((place.y - track.top) / height) &&
    place.ms >= bar.fromMs - slack &&
    place.ms <= bar.toMs + slack;
  const model = models.newest();
  if (track.kind === 'runs') return { run: model.runs.at(bars.runs.findLast(isAt(RUN_HEIGHT))?.run ?? -1) };
  if (track.kind === 'calls')
    return { call: model.toolCalls.at(bars.calls.findLast(isAt(CALL_HEIGHT))?.call ?? -1) };
  return {};
}

function tipAt(session: Session, parts: TipParts, place: TipPlace): readonly string[] {
  const { run, call } = barAt(session, parts, place);
  if (run !== undefined) return runLines(session, run);
  if (call !== undefined) return callLines(call);
  const findings = parts.tracks.find(({ kind }) => kind === 'findings');
  if (findings === undefined || place.y < findings.top || place.y >= findings.top + findings.height)
    return [];
  const [first, ...rest] = findingsAt(session, parts.timeline, place);
  if (first === undefined) return [];
  return [cut(first.message, PROMPT_MAX * 2), ...(rest.length === 0 ? [] : [TEXTS.more(rest.length)])];
}

/** From this share of the width on the text is left of the pointer. */
const TURNED = 0.6;

export function Tip({ at, width, ...parts }: TipParts & { at: Signal<TipPlace | undefined>; width: number }) {
  const session = useSession();
  const place = at.value;
  const lines = place === undefined ? [] : tipAt(session, parts, place);
  if (place === undefined || lines.length === 0) return null;
  const side =
    place.x > width * TURNED ? { right: `${width - place.x + 6}px` } : { left: `${place.x + 6}px` };
  return (
    <div class="overview-tip" style={{ top: `${place.y + 14}px`, ...side }} aria-hidden="true">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
