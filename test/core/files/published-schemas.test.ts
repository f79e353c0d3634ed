// Exports for other tools against the published schemas: HAR 1.2, SARIF 2.1.0, JUnit as Jenkins has it, and
// the protobuf definitions of OTLP.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createFileRegistry, fromBinary, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { har } from '@/lib/core/files/har';
import { otlpJson } from '@/lib/core/files/otlp-json';
import type { Format } from '@/lib/core/files/types';
import { runCommand } from '@/lib/package/cli/program';
import { batchesOf, exported } from '../../support/exported';
import { xsdProblems } from '../../support/xsd';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const require = createRequire(import.meta.url);

function filesOf(folder: string, pattern: RegExp): readonly string[] {
  const names = readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => pattern.test(name)).map((name) => join(FIXTURES, folder, name));
}

const RECORDINGS = filesOf('recordings', /\.agui\.jsonl$/);

function written(format: Format, file: string): JsonValue {
  const text = exported(format, batchesOf({ name: file, bytes: readFileSync(file) }));
  // A sentence: there is nothing to write of this recording.
  return text.startsWith('{') ? JSON.parse(text) : {};
}

function jsonProblems(schema: Schema, draft: SchemaDraft, others: readonly Schema[] = []) {
  const validator = new Validator(schema, draft, false);
  for (const other of others) validator.addSchema(other);
  return (value: unknown): readonly string[] =>
    validator.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

/** Output of `lens check` for every recording that a rule was made for, and for an unreadable file. */
function checked(format: string): string {
  const files = [...filesOf('lint', /stream\.jsonl$/), ...RECORDINGS, join(FIXTURES, 'problems.ts')];
  return [...runCommand(['check', ...files, '--format', format]).output].join('');
}

test('exports fit the schema of HAR 1.2', () => {
  const { har: whole, ...parts } = require('har-schema') as { har: Schema } & Record<string, Schema>;
  const problemsOf = jsonProblems(whole, '7', Object.values(parts));
  expect(problemsOf({ log: { version: '1.2', creator: {}, entries: [{}] } })).not.toEqual([]);
  for (const file of RECORDINGS) expect(problemsOf(written(har, file)), file).toEqual([]);
});

test('findings fit the schema of SARIF 2.1.0', () => {
  const schema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as Schema;
  const problemsOf = jsonProblems(schema, '4');
  expect(problemsOf({ version: '2.1.0', runs: [{ tool: { driver: { title: 'x' } } }] })).not.toEqual([]);
  expect(problemsOf(JSON.parse(checked('sarif')))).toEqual([]);
});

test('findings fit the JUnit schema of Jenkins', () => {
  const schema = readFileSync(join(FIXTURES, 'schemas/junit-10.xsd'), 'utf8');
  expect(xsdProblems(schema, '<testsuites><testsuite name="a" at="b"><failure/>x</testsuite></testsuites>'))
    // Each kind of problem once.
    .toEqual([
      '<testsuite> has no tests.',
      '<testsuite> has no failures.',
      '<testsuite> has no errors.',
      '<testsuite> may not have at.',
      '<testsuite> may not hold <failure>.',
      '<testsuite> may not hold text.',
    ]);
  expect(() => xsdProblems(schema, '<testsuites name="a & b"/>')).toThrow('ampersand');
  expect(() => xsdProblems(schema, '<testsuites><a></testsuites>')).toThrow('closes another element');
  expect(xsdProblems(schema, checked('junit'))).toEqual([]);
});

test('spans fit the protobuf definitions of OTLP in JSON', () => {
  const bytes = readFileSync(join(FIXTURES, 'schemas/otlp-trace-1.9.0.binpb'));
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
  const request = registry.getMessage('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
  if (request === undefined) throw new Error('The definitions lack the request.');
  // Reads nothing that is not defined, and no number as text.
  expect(() => fromJson(request, { resourceSpans: [{ spans: [] }] })).toThrow('spans');
  for (const file of RECORDINGS) fromJson(request, written(otlpJson, file));
});
