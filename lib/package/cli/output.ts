// Prints findings as text, JSON, SARIF, JUnit and annotations of GitHub.
import { pathToFileURL } from 'node:url';
import { harmless, harmlessLine } from '@/lib/core/agui/harmless';
import { rules } from '@/lib/core/lint/rules';
import { ruleTextOf } from '@/lib/core/lint/selection';
import type { Finding } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import type { Paint } from '@/lib/package/cli/paint';

/** What to print of one file. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly file: string;
  /** What findings without an event refer to. */
  readonly streams: readonly Stream[];
  /** Number of frames. */
  readonly length: number;
  /** Why it could not be checked, where it is one of several. */
  readonly error?: string;
}

/** The location of a finding in words: an event, or the stream of a finding without one. */
function locationOf({ seq, stream }: Finding, streams: readonly Stream[]): string {
  if (seq >= 0) return `event ${seq}`;
  const of = streams[stream];
  if (of === undefined) return 'the whole file';
  return `stream ${of.index} (${harmlessLine(`${of.method} ${of.url}`).trim() || 'no request captured'})`;
}

/** One finding as the command prints it. */
function toPlain(finding: Finding, streams: readonly Stream[]): object {
  const { rule, severity, seq, stream: index, message, related, clientText, clientStops } = finding;
  const { impact, fix, spec, aliases = [] } = ruleTextOf(rule);
  const stream = streams[index];
  return {
    rule,
    severity,
    seq,
    message,
    related,
    ...(clientText !== undefined && { clientText }),
    ...(clientStops && { clientStops }),
    ...(stream !== undefined && { stream: { index, method: stream.method, url: stream.url } }),
    impact,
    fix,
    spec,
    aliases,
  };
}

/** One line, although a message may quote what the server sent. */
function lineOf(finding: Finding, count: number, streams: readonly Stream[], paint: Paint): string {
  const { seq, severity, rule, message } = finding;
  const times = count > 1 ? ` (${count} times)` : '';
  const location = seq >= 0 ? seq : locationOf(finding, streams);
  const words = harmlessLine(message);
  return `${location}\t${paint(severity, severity)}\t${paint('strong', rule)}\t${words}${times}\n`;
}

/** A line for each finding; equal ones, and remarks of one rule about one stream, are one line with their number. */
function linesOf({ findings, streams }: Found, paint: Paint): readonly string[] {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, stream, severity, message }: Finding) =>
    severity === 'info' ? `${stream} ${rule}` : `${severity} ${rule} ${message}`;
  const first = findings.filter((finding) => {
    const before = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), before + 1);
    return before === 0;
  });
  return first.map((each) => lineOf(each, counts.get(keyOf(each)) ?? 1, streams, paint));
}

const SEVERITIES = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'remark'],
] as const;

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function summaryOf(findings: readonly Finding[], paint: Paint): string {
  const counts = SEVERITIES.flatMap(([severity, word]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [paint(severity, plural(count, word))];
  });
  return counts.join(', ') || paint('good', 'no findings');
}

/** A file of several: a line that sums it up, and its findings. */
function sectionOf(found: Found, paint: Paint): string {
  const { error, findings, length } = found;
  const file = harmlessLine(found.file);
  if (error !== undefined) return `${paint('strong', file)}: ${paint('error', 'not checked')}: ${error}\n`;
  const lines = linesOf(found, paint).map((line) => `  ${line}`);
  return `${paint('strong', file)}: ${summaryOf(findings, paint)} in ${plural(length, 'event')}\n${lines.join('')}`;
}

function text(all: readonly Found[], paint: Paint): string {
  const [only, ...more] = all;
  if (only === undefined || more.length === 0) return only === undefined ? '' : linesOf(only, paint).join('');
  const broken = all.filter(({ error }) => error !== undefined).length;
  const findings = all.flatMap((found) => found.findings);
  const left = broken === 0 ? '' : `, ${paint('error', `${broken} not checked`)}`;
  const sum = `${plural(all.length, 'file')}: ${summaryOf(findings, paint)}${left}\n`;
  return `${all.map((found) => sectionOf(found, paint)).join('')}\n${sum}`;
}

/** One array; where there are several files, each finding names its own. */
function json(all: readonly Found[]): string {
  const values = all.flatMap(({ findings, streams, file }) =>
    findings.map((finding) => ({ ...(all.length > 1 && { file }), ...toPlain(finding, streams) })),
  );
  return `${JSON.stringify(values, null, 2)}\n`;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

const driver = {
  name: 'AG-UI Lens',
  rules: rules.map((rule) => {
    const { id, severity, summary, spec, impact, fix, aliases = [] } = ruleTextOf(rule.id);
    return {
      id,
      shortDescription: { text: summary },
      fullDescription: { text: `${summary} ${impact}` },
      help: { text: fix },
      helpUri: spec,
      defaultConfiguration: { level: LEVELS[severity] },
      properties: { aliases },
    };
  }),
};

/** A reference to a file, as URIs are written: relative as long as the path is. */
function uriOf(file: string): string {
  if (/^([\\/]|[a-z]:)/i.test(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}

function sarifResults({ findings, file, streams }: Found): readonly object[] {
  const placed = (name: string) => ({
    // What shows results beside files asks for a line; a recording has none that means an event.
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } },
    logicalLocations: [{ name }],
  });
  return findings.map((finding) => ({
    ruleId: finding.rule,
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [placed(locationOf(finding, streams))],
    ...(finding.related.length > 0 && {
      relatedLocations: finding.related.map((seq) => placed(`event ${seq}`)),
    }),
  }));
}

function sarif(all: readonly Found[]): string {
  const broken = all.flatMap(({ file, error }) =>
    error === undefined ? [] : [{ level: 'error', message: { text: `${file}: ${error}` } }],
  );
  const invocation = {
    executionSuccessful: broken.length === 0,
    ...(broken.length > 0 && { toolExecutionNotifications: broken }),
  };
  const run = { tool: { driver }, invocations: [invocation], results: all.flatMap(sarifResults) };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(value: string): string {
  const printable = [...harmless(value)].filter((unit) => {
    const code = unit.codePointAt(0) ?? 0;
    return code >= 32 && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  return printable.join('').replace(/[&<>"]/g, (unit) => ESCAPES[unit] ?? unit);
}

function suiteOf(found: Found): string {
  const { findings, file, streams, error } = found;
  const name = escapeXml(file);
  if (error !== undefined) {
    const why = `<error message="${escapeXml(error)}"></error>`;
    const broken = `  <testcase classname="${name}" name="read">${why}</testcase>\n`;
    return `<testsuite name="${name}" tests="1" failures="0" errors="1">\n${broken}</testsuite>\n`;
  }
  // A test fails once, whatever it found.
  const failures = new Set(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule));
  const cases = rules.map(({ id }) => {
    const own = findings.filter((finding) => finding.rule === id);
    const lines = (isError: boolean) =>
      own
        .filter(({ severity }) => (severity === 'error') === isError)
        .map((finding) => escapeXml(`${locationOf(finding, streams)}: ${finding.message}`));
    const [first, ...others] = lines(true);
    const fix = [...others, escapeXml(ruleTextOf(id).fix)].join('&#10;');
    const failure = first === undefined ? '' : `<failure message="${first}">${fix}</failure>`;
    const rest = lines(false);
    const out = rest.length === 0 ? '' : `<system-out>${rest.join('&#10;')}</system-out>`;
    return `  <testcase classname="${name}" name="${id}">${failure}${out}</testcase>\n`;
  });
  const head = `<testsuite name="${name}" tests="${rules.length}" failures="${failures.size}" errors="0">\n`;
  return `${head}${cases.join('')}</testsuite>\n`;
}

function junit(all: readonly Found[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ag-ui-lens">\n${all.map(suiteOf).join('')}</testsuites>\n`;
}

/** A command of a workflow (https://docs.github.com/actions/reference/workflow-commands-for-github-actions). */
function annotation(kind: string, file: string, title: string, message: string): string {
  const escaped = (value: string) => harmless(value).replaceAll('%', '%25').replaceAll('\n', '%0A');
  const property = (value: string) => escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} file=${property(file)},title=${property(title)}::${escaped(message)}\n`;
}

const ANNOTATIONS = { error: 'error', warning: 'warning', info: 'notice' } as const;

function github(all: readonly Found[]): string {
  return all
    .flatMap(({ findings, file, streams, error }) => [
      ...(error === undefined ? [] : [annotation('error', file, 'not checked', error)]),
      ...findings.map((finding) => {
        const { impact, fix } = ruleTextOf(finding.rule);
        const words = `${locationOf(finding, streams)}: ${finding.message}\n${impact}\n${fix}`;
        return annotation(ANNOTATIONS[finding.severity], file, finding.rule, words);
      }),
    ])
    .join('');
}

/** Names of the output formats; the first is the default. */
export const OUTPUT_NAMES = ['text', 'json', 'sarif', 'junit', 'github'] as const;

/** The output formats, of one file or several. */
export const outputs: Readonly<
  Record<(typeof OUTPUT_NAMES)[number], (all: readonly Found[], paint: Paint) => string>
> = { text, json, sarif, junit, github };
