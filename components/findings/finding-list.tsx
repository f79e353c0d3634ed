// List of findings: message, client error, place.
import { cut } from '@/lib/core/json/preview';
import { grouped } from '@/lib/core/json/sorted';
import type { Finding } from '@/lib/core/lint/types';
import { marksText } from '@/lib/core/log/origin-marks';
import { goToStreamEnd } from '@/lib/panel/navigate';
import { useSession, useWorkspace } from '../app/context';
import { saveFindingTest } from '../export/save-test';
import { findingMenu } from '../menus/finding-menu';
import { SeqLink } from '../shared/seq-link';
import { SeveritySign } from '../shared/signs';
import { asTitle, DETAIL_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { useFindWords } from '../ui/find';
import { Fold } from '../ui/fold';
import { useContextMenu } from '../ui/menu';

const SHOWN = 200;
/** Listed while the view is searched. */
const SEARCHED = 5_000;
const RELATED_SHOWN = 8;
const ORIGIN_TEXT_MAX = 60;

interface RepeatedFinding {
  readonly finding: Finding;
  readonly all: readonly Finding[];
}

/** Cached: findings are grouped with each new event. */
const templates = new WeakMap<Finding, string>();

/** Text of a finding without numbers and names. */
function templateOf(finding: Finding): string {
  const known = templates.get(finding);
  if (known !== undefined) return known;
  const { rule, severity, stream, message, clientText = '' } = finding;
  const text = `${message}\n${clientText}`.replaceAll(/'[^'\n]*'|"[^"\n]*"|\d[\d.,]*/g, '…');
  const template = `${rule} ${severity} ${stream} ${text}`;
  templates.set(finding, template);
  return template;
}

/** Groups repeated findings, in the order of the first of each. */
export function groupRepeated(findings: readonly Finding[]): readonly RepeatedFinding[] {
  const byTemplate = grouped(findings, templateOf);
  return [...byTemplate.values()].flatMap((all) => all.slice(0, 1).map((finding) => ({ finding, all })));
}

/** `isHere`: on the event itself, so without its place. `isOfOneRule`: below the rule, so without its texts. */
export function FindingList({
  findings,
  isHere = false,
  isOfOneRule = false,
}: {
  findings: readonly Finding[];
  isHere?: boolean;
  isOfOneRule?: boolean;
}) {
  const workspace = useWorkspace();
  const openMenu = useContextMenu();
  const { log, names, findings: all } = useSession();
  const markOf = ({ stream: number }: Finding): string | undefined => {
    const stream = log.streams[number];
    return stream && marksText(all.marks.value, [stream]);
  };
  const repeated = groupRepeated(findings);
  const shown = useFindWords() === '' ? SHOWN : SEARCHED;
  return (
    <>
      <ul class="findings">
        {repeated.slice(0, shown).map(({ finding, all }, index) => (
          <li
            key={index}
            class={isOfOneRule ? 'finding' : `finding has-${finding.severity}`}
            onContextMenu={(event) => openMenu(event, findingMenu(workspace, finding))}
          >
            {!isOfOneRule && <SeveritySign severity={finding.severity} />}
            <div>
              <p title={cut(finding.message, DETAIL_TEXT_MAX)}>
                {cut(names.inText(finding.message), DETAIL_TEXT_MAX)}
                {all.length > 1 && <span class="tag">{TEXTS.findings.times(all.length)}</span>}
              </p>
              {finding.clientText !== undefined && finding.clientText !== finding.message && (
                <p>
                  <code>{cut(finding.clientText, DETAIL_TEXT_MAX)}</code>
                </p>
              )}
              <p class="dim finding-places">
                {!isOfOneRule && <span>{finding.rule}</span>}
                {finding.clientStops && <span>{TEXTS.findings.clientStops}</span>}
                {!isHere && <FindingLocation finding={finding} />}
                {!isHere && <RunOf finding={finding} />}
                <OriginMark text={markOf(finding)} />
                {!isHere && <SaveTest finding={finding} />}
                <Related finding={finding} />
              </p>
              {all.length > 1 && <Others findings={all.slice(1)} />}
            </div>
          </li>
        ))}
      </ul>
      {repeated.length > shown && <p class="dim">{TEXTS.more(repeated.length - shown)}</p>}
    </>
  );
}

function Others({ findings }: { findings: readonly Finding[] }) {
  return (
    <Fold summary={TEXTS.findings.alsoAt(findings.length)}>
      {() => (
        <p class="finding-places">
          {findings.slice(0, SHOWN).map((finding, index) => (
            <FindingLocation key={index} finding={finding} />
          ))}
          {findings.length > SHOWN && <span class="dim">{TEXTS.more(findings.length - SHOWN)}</span>}
        </p>
      )}
    </Fold>
  );
}

function Related({ finding: { related } }: { finding: Finding }) {
  const { log } = useSession();
  if (related.length === 0) return null;
  const rest = related.length - RELATED_SHOWN;
  return (
    <span>
      {TEXTS.findings.related}{' '}
      {related.slice(0, RELATED_SHOWN).map((seq) => (
        <SeqLink key={seq} seq={seq}>
          #{seq} {log.typeOf(seq)}
        </SeqLink>
      ))}
      {rest > 0 && ` ${TEXTS.more(rest)}`}
    </span>
  );
}

function RunOf({ finding: { seq } }: { finding: Finding }) {
  const { names, summaries } = useSession();
  const run = seq < 0 ? undefined : summaries.runOf(seq);
  return run === undefined ? null : <span title={asTitle(run.runId)}>{names.run(run)}</span>;
}

/** Names the rule or the request of the panel that may be the cause of the finding. */
function OriginMark({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span class="tag finding-origin" title={asTitle(text)}>
      {cut(text, ORIGIN_TEXT_MAX)}
    </span>
  );
}

function SaveTest({ finding }: { finding: Finding }) {
  const workspace = useWorkspace();
  return (
    <button
      type="button"
      class="link"
      title={TEXTS.findings.saveTestTitle}
      onClick={() => void saveFindingTest(workspace, finding)}
    >
      {TEXTS.findings.saveTest}
    </button>
  );
}

function FindingLocation({ finding }: { finding: Finding }) {
  const session = useSession();
  const { log } = session;
  if (finding.seq >= 0) {
    return (
      <SeqLink seq={finding.seq}>
        #{finding.seq} {log.typeOf(finding.seq)}
      </SeqLink>
    );
  }
  const stream = log.streams[finding.stream];
  if (stream === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => goToStreamEnd(session, stream)}>
      {stream.method} {session.names.url(stream.url)}
    </button>
  );
}
