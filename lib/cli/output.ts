// Prints findings as text, JSON, SARIF and JUnit.
import { rules } from '@/lib/lint/rules';
import { ruleTextOf } from '@/lib/lint/selection';
import type { Finding } from '@/lib/lint/types';
import type { Stream } from '@/lib/log/types';

/** What to print: findings, the name of the file, and the streams that findings without an event refer to. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly file: string;
  readonly streams: readonly Stream[];
}

/** The location of a finding in words: an event, or the stream of a finding without one. */
function locationOf({ seq, stream }: Finding, streams: readonly Stream[]): string {
  if (seq >= 0) return `event ${seq}`;
  const of = streams[stream];
  if (of === undefined) return 'the whole file';
  return `stream ${of.index} (${`${of.method} ${of.url}`.trim() || 'no request captured'})`;
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
function lineOf(finding: Finding, count: number, streams: readonly Stream[]): string {
  const { seq, severity, rule, message } = finding;
  const times = count > 1 ? ` (${count} times)` : '';
  const location = seq >= 0 ? seq : locationOf(finding, streams);
  return `${location}\t${severity}\t${rule}\t${message.replace(/\s*\n\s*/g, ' ')}${times}\n`;
}

/** A line for each finding; remarks of one rule about one stream are one line, with their number. */
function text({ findings, streams }: Found): string {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, stream }: Finding) => `${stream} ${rule}`;
  const first = findings.filter((finding) => {
    if (finding.severity !== 'info') return true;
    const before = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), before + 1);
    return before === 0;
  });
  return first
    .map((each) => lineOf(each, each.severity === 'info' ? (counts.get(keyOf(each)) ?? 1) : 1, streams))
    .join('');
}

function json({ findings, streams }: Found): string {
  return `${JSON.stringify(
    findings.map((finding) => toPlain(finding, streams)),
    null,
    2,
  )}\n`;
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

function sarif({ findings, file, streams }: Found): string {
  const sarifLocation = (name: string) => ({
    physicalLocation: { artifactLocation: { uri: file } },
    logicalLocations: [{ name }],
  });
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [sarifLocation(locationOf(finding, streams))],
    ...(finding.related.length > 0 && {
      relatedLocations: finding.related.map((seq) => sarifLocation(`event ${seq}`)),
    }),
  }));
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema, version: '2.1.0', runs: [{ tool: { driver }, results }] }, null, 2)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(value: string): string {
  const printable = [...value].filter((unit) => {
    const code = unit.codePointAt(0) ?? 0;
    return code >= 32 && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  return printable.join('').replace(/[&<>"]/g, (unit) => ESCAPES[unit] ?? unit);
}

function junit({ findings, file, streams }: Found): string {
  const failures = findings.filter((finding) => finding.severity === 'error').length;
  const cases = rules.map(({ id }) => {
    const own = findings.filter((finding) => finding.rule === id);
    const bodies = own.map((finding) => {
      const line = escapeXml(`${locationOf(finding, streams)}: ${finding.message}`);
      const fix = escapeXml(ruleTextOf(id).fix);
      return finding.severity === 'error'
        ? `<failure message="${line}">${fix}</failure>`
        : `<system-out>${line}</system-out>`;
    });
    return `  <testcase classname="${escapeXml(file)}" name="${id}">${bodies.join('')}</testcase>\n`;
  });
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n`;
  const suite = `<testsuite name="ag-ui-lens" tests="${rules.length}" failures="${failures}">\n`;
  return `${head}${suite}${cases.join('')}</testsuite>\n`;
}

/** Names of the output formats; the first is the default. */
export const OUTPUT_NAMES = ['text', 'json', 'sarif', 'junit'] as const;

/** The output formats. */
export const outputs: Readonly<Record<(typeof OUTPUT_NAMES)[number], (found: Found) => string>> = {
  text,
  json,
  sarif,
  junit,
};
