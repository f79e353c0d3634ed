// Findings as text, JSON, SARIF and JUnit.
import { rules } from '@/lib/lint/rules';
import type { Finding } from '@/lib/lint/types';

/** One finding as the command prints it. */
export function toPlain({ rule, severity, seq, message, clientText, clientStops }: Finding): object {
  const client = { ...(clientText !== undefined && { clientText }), ...(clientStops && { clientStops }) };
  return { rule, severity, seq, message, ...client };
}

function text(findings: readonly Finding[]): string {
  // One line each: a message may quote what the server sent.
  const lines = findings.map(
    ({ severity, rule, seq, message }) =>
      `${seq}\t${severity}\t${rule}\t${message.replace(/\s*\n\s*/g, ' ')}`,
  );
  return lines.map((line) => `${line}\n`).join('');
}

function json(findings: readonly Finding[]): string {
  return `${JSON.stringify(findings.map(toPlain), null, 2)}\n`;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

function sarif(findings: readonly Finding[], file: string): string {
  const driver = {
    name: 'AG-UI Lens',
    rules: rules.map(({ id, summary, spec }) => ({ id, shortDescription: { text: summary }, helpUri: spec })),
  };
  const results = findings.map(({ rule, severity, seq, message }) => ({
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file } },
        logicalLocations: [{ name: `event ${seq}` }],
      },
    ],
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

function junit(findings: readonly Finding[], file: string): string {
  const failures = findings.filter((finding) => finding.severity === 'error').length;
  const cases = rules.map(({ id }) => {
    const own = findings.filter((finding) => finding.rule === id);
    const bodies = own.map(({ severity, seq, message }) => {
      const line = escapeXml(`event ${seq}: ${message}`);
      return severity === 'error' ? `<failure message="${line}"/>` : `<system-out>${line}</system-out>`;
    });
    return `  <testcase classname="${escapeXml(file)}" name="${id}">${bodies.join('')}</testcase>\n`;
  });
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n`;
  const suite = `<testsuite name="ag-ui-lens" tests="${rules.length}" failures="${failures}">\n`;
  return `${head}${suite}${cases.join('')}</testsuite>\n`;
}

/** Ways of printing findings, by name. */
export const outputs: Readonly<Record<string, (findings: readonly Finding[], file: string) => string>> = {
  text,
  json,
  sarif,
  junit,
};
