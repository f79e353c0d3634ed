// The table of README.md: a row for each scenario, written with LENS_UPDATE=1. It has no times.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { Scenario } from './scenario';
import { scenarios } from './scenarios';
import type { Seen } from './seen';

const README = resolve(import.meta.dirname, 'README.md');
const HEAD = '| page | scenario | the page shows | *App* | *Server* | consumer | findings |';

const rows = new Map<Scenario, Seen>();

/** Keeps what was seen of a scenario. */
export function noteRow(scenario: Scenario, seen: Seen): void {
  rows.set(scenario, seen);
  process.stdout.write(`${rowOf(scenario, seen)}\n`);
}

// Ids that a package draws.
const DRAWN = /\b(msg-\d+-\w+|[a-z]+-\d{12,}-\w+|[\da-f]{8}-[\da-f]{4}-[\da-f-]{22})\b/g;

const cell = (text: string) => text.replace(DRAWN, 'ID').replaceAll('|', '\\|').replaceAll('\n', ' ');
const lines = (texts: readonly string[]) => texts.map((text) => `\`${cell(text)}\``).join('<br>');

/** `=` if the lines are the same as on the page. */
function column(texts: readonly string[] | undefined, { page }: Seen): string {
  if (texts === undefined) return 'not predicted';
  return JSON.stringify(texts) === JSON.stringify(page) ? '=' : lines(texts);
}

function rowOf({ page, name, differs }: Scenario, seen: Seen): string {
  const app = column(seen.app, seen) + (differs === undefined ? '' : ` (${differs})`);
  const error = seen.error === '' ? '' : `<br>error: ${cell(seen.error)}`;
  const [consumer = ''] = seen.consumer.replace(/^Client: /, '').split(/[:.]\s/);
  const cells = [
    page,
    name,
    lines(seen.page) + error,
    app,
    column(seen.server, seen),
    cell(consumer),
    seen.findings.join(', ') || '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table as it is in README.md. */
function written(): string {
  const text = existsSync(README) ? readFileSync(README, 'utf8') : '';
  return text.slice(Math.max(0, text.indexOf(HEAD))).trimEnd();
}

/** Compares the results with the table, or writes it. Does nothing unless all scenarios ran. */
export function checkTable(): void {
  if (rows.size < scenarios.length) return;
  const table = [
    HEAD,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...scenarios.flatMap((scenario) => {
      const seen = rows.get(scenario);
      return seen === undefined ? [] : [rowOf(scenario, seen)];
    }),
  ].join('\n');
  if (process.env['LENS_UPDATE'] === '1') {
    const text = existsSync(README) ? readFileSync(README, 'utf8') : '';
    const at = text.indexOf(HEAD);
    writeFileSync(README, `${at < 0 ? text : text.slice(0, at)}${table}\n`);
  } else expect(written()).toBe(table);
}
