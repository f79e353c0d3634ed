// Findings as text, JSON, SARIF, JUnit and GitHub annotations.
import { pathToFileURL } from 'node:url';
import { harmless, harmlessLine } from '@/lib/core/agui/harmless';
import { counted } from '@/lib/core/json/format';
import { rules } from '@/lib/core/lint/rules';
import { ruleTextOf } from '@/lib/core/lint/selection';
import type { Finding } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import type { Paint } from '@/lib/package/cli/paint';

export interface FoundInFile {
  readonly findings: readonly Finding[];
  readonly file: string;
  readonly streams: readonly Stream[];
  /** Number of frames. */
  readonly length: number;
  /** Error of one of several files. */
  readonly error?: string;
}

function locationOf({ seq, stream }: Finding, streams: readonly Stream[]): string {
  if (seq >= 0) return `event ${seq}`;
  const of = streams[stream];
  if (of === undefined) return 'the whole file';
  return `stream ${of.index} (${harmlessLine(`${of.method} ${of.url}`).trim() || 'no request captured'})`;
}

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

function findingLine(finding: Finding, count: number, streams: readonly Stream[], paint: Paint): string {
  const { seq, severity, rule, message } = finding;
  const times = count > 1 ? ` (${count} times)` : '';
  const location = seq >= 0 ? seq : locationOf(finding, streams);
  const words = harmlessLine(message);
  return `${location}\t${paint(severity, severity)}\t${paint('strong', rule)}\t${words}${times}\n`;
}

/** A line for each finding. Equal ones, and remarks of one rule about one stream, are counted in one line. */
function findingLines({ findings, streams }: FoundInFile, paint: Paint): readonly string[] {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, stream, severity, message }: Finding) =>
    severity === 'info' ? `${stream} ${rule}` : `${severity} ${rule} ${message}`;
  const first = findings.filter((finding) => {
    const before = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), before + 1);
    return before === 0;
  });
  return first.map((each) => findingLine(each, counts.get(keyOf(each)) ?? 1, streams, paint));
}

const SEVERITIES = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'remark'],
] as const;

function summaryOf(findings: readonly Finding[], paint: Paint): string {
  const counts = SEVERITIES.flatMap(([severity, word]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [paint(severity, counted(count, word))];
  });
  return counts.join(', ') || paint('good', 'no findings');
}

function sectionOf(found: FoundInFile, paint: Paint): string {
  const { error, findings, length } = found;
  const file = harmlessLine(found.file);
  if (error !== undefined) return `${paint('strong', file)}: ${paint('error', 'not checked')}: ${error}\n`;
  const lines = findingLines(found, paint).map((line) => `  ${line}`);
  return `${paint('strong', file)}: ${summaryOf(findings, paint)} in ${counted(length, 'event')}\n${lines.join('')}`;
}

function text(all: readonly FoundInFile[], paint: Paint): string {
  const [only, ...more] = all;
  if (only === undefined || more.length === 0)
    return only === undefined ? '' : findingLines(only, paint).join('');
  const broken = all.filter(({ error }) => error !== undefined).length;
  const findings = all.flatMap((found) => found.findings);
  const left = broken === 0 ? '' : `, ${paint('error', `${broken} not checked`)}`;
  const sum = `${counted(all.length, 'file')}: ${summaryOf(findings, paint)}${left}\n`;
  return `${all.map((found) => sectionOf(found, paint)).join('')}\n${sum}`;
}

/** One array; of several files, each finding has a field `file`. */
function json(all: readonly FoundInFile[]): string {
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

/** A URI, relative like the path. */
function uriOf(file: string): string {
  if (/^([\\/]|[a-z]:)/i.test(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}

function sarifResults({ findings, file, streams }: FoundInFile): readonly object[] {
  const placed = (name: string) => ({
    // Viewers need a line, but lines of a recording are not events.
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

function sarif(all: readonly FoundInFile[]): string {
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

export function escapeXml(value: string): string {
  const printable = [...harmless(value)].filter((unit) => {
    const code = unit.codePointAt(0) ?? 0;
    return code >= 32 && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  return printable.join('').replace(/[&<>"]/g, (unit) => ESCAPES[unit] ?? unit);
}

function suiteOf(found: FoundInFile): string {
  const { findings, file, streams, error } = found;
  const name = escapeXml(file);
  if (error !== undefined) {
    const why = `<error message="${escapeXml(error)}"></error>`;
    const broken = `  <testcase classname="${name}" name="read">${why}</testcase>\n`;
    return `<testsuite name="${name}" tests="1" failures="0" errors="1">\n${broken}</testsuite>\n`;
  }
  // A test fails once.
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

function junit(all: readonly FoundInFile[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ag-ui-lens">\n${all.map(suiteOf).join('')}</testsuites>\n`;
}

/** A command of a workflow (https://docs.github.com/actions/reference/workflow-commands-for-github-actions). */
function annotation(kind: string, file: string, title: string, message: string): string {
  const escaped = (value: string) => harmless(value).replaceAll('%', '%25').replaceAll('\n', '%0A');
  const property = (value: string) => escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} file=${property(file)},title=${property(title)}::${escaped(message)}\n`;
}

const ANNOTATIONS = { error: 'error', warning: 'warning', info: 'notice' } as const;

function github(all: readonly FoundInFile[]): string {
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

/** The first is the default. */
export const OUTPUT_NAMES = ['text', 'json', 'sarif', 'junit', 'github'] as const;

export const outputs: Readonly<
  Record<(typeof OUTPUT_NAMES)[number], (all: readonly FoundInFile[], paint: Paint) => string>
> = { text, json, sarif, junit, github };
